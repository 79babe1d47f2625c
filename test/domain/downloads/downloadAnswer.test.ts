import { isToldOfPoll, judgePoll } from '../../../src/domain/downloads/downloadAnswer';
import type { Failure } from '../../../src/domain/failures/failure';
import { err, ok } from '../../../src/lib/result';

const LINK = 'https://files.test/TC042.zip';

describe('the answer to a poll', () => {
  it.each([
    ['is still being made, whatever link comes with it', { status: 'PREPARING', url: LINK }, 'preparing'],
    ['is ready once it has a link', { status: 'COMPLETED', url: LINK }, 'ready'],
    [
      'is ready where the server has put the job away and left a link',
      { status: 'NO_SUCH_UPLOAD', url: LINK },
      'ready',
    ],
    ['is lost where the work failed, even with a link', { status: 'FAILED', url: LINK }, 'lost'],
    [
      'is lost where the reference is unknown, even with a link',
      { status: 'COMPLETED', code: 'NOT_FOUND', url: LINK },
      'lost',
    ],
    ['is lost without a link', { status: 'COMPLETED' }, 'lost'],
    ['is lost where its link is one that runs code', { status: 'COMPLETED', url: 'javascript:alert(1)' }, 'lost'],
    ['is lost where its link leads into the app itself', { status: 'COMPLETED', url: '/acme' }, 'lost'],
    ['is lost where its link names no server', { status: 'COMPLETED', url: 'https:///TC042.zip' }, 'lost'],
  ] as const)('tells that the archive %s', (_, answer, kind) => {
    expect(judgePoll(ok(answer)).kind).toBe(kind);
  });

  it('loses the archive where there is none, and never for trouble on the way', () => {
    const trouble: readonly Failure[] = [
      { kind: 'unreachable' },
      { kind: 'unauthorized' },
      { kind: 'forbidden' },
      { kind: 'refused', status: 500, message: 'Boom' },
    ];
    expect(judgePoll(err({ kind: 'not-found' }))).toEqual({ kind: 'lost' });
    for (const failure of trouble) expect(judgePoll(err(failure))).toEqual({ kind: 'unanswered', failure });
  });

  it.each([
    ['is told', 'that is a refusal', { kind: 'forbidden' }, true],
    ['is told', 'of a broken server', { kind: 'refused', status: 500, message: 'Boom' }, true],
    ['is not told', 'that did not come, which the row shows', { kind: 'unreachable' }, false],
    ['is not told', 'that misses a session, for which the login is asked', { kind: 'unauthorized' }, false],
    ['is not told', 'that nobody waits for any more', { kind: 'aborted' }, false],
  ] as const)('%s where it is one %s', (_told, _which, failure, isTold) => {
    expect(isToldOfPoll(failure)).toBe(isTold);
  });
});
