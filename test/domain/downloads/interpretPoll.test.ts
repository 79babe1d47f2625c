import { interpretPoll, isPollRefused } from '@data-manager/domain/downloads/interpretPoll';
import type { Failure } from '@data-manager/domain/failures/failure';
import { err, ok } from '@data-manager/lib/result';

const URL_A = 'https://files.test/TC042.zip';

it.each([
  ['preparing', 'PREPARING, even with a URL', { status: 'PREPARING', url: URL_A }],
  ['ready', 'COMPLETED with a URL', { status: 'COMPLETED', url: URL_A }],
  ['ready', 'NO_SUCH_UPLOAD with a URL', { status: 'NO_SUCH_UPLOAD', url: URL_A }],
  ['lost', 'FAILED, even with a URL', { status: 'FAILED', url: URL_A }],
  ['lost', 'code NOT_FOUND, even with a URL', { status: 'COMPLETED', code: 'NOT_FOUND', url: URL_A }],
  ['lost', 'COMPLETED without a URL', { status: 'COMPLETED' }],
  ['lost', 'a javascript: URL', { status: 'COMPLETED', url: 'javascript:alert(1)' }],
  ['lost', 'a relative URL', { status: 'COMPLETED', url: '/acme' }],
  ['lost', 'a URL without a host', { status: 'COMPLETED', url: 'https:///TC042.zip' }],
] as const)('interpretPoll returns %s for %s', (kind, _, response) => {
  expect(interpretPoll(ok(response)).kind).toBe(kind);
});

it('interpretPoll loses the archive with a 404 and with no other failure', () => {
  const failures: readonly Failure[] = [
    { kind: 'unreachable' },
    { kind: 'unauthorized' },
    { kind: 'forbidden' },
    { kind: 'refused', status: 500, message: 'Boom' },
  ];
  expect(interpretPoll(err({ kind: 'not-found' }))).toEqual({ kind: 'lost' });
  for (const failure of failures) expect(interpretPoll(err(failure))).toEqual({ kind: 'poll-failed', failure });
});

it.each([
  [{ kind: 'forbidden' }, true],
  [{ kind: 'refused', status: 500, message: 'Boom' }, true],
  [{ kind: 'bad-answer', endpoint: 'GET /download/progress/{ref}', field: 'status' }, true],
  [{ kind: 'unreachable' }, false],
  [{ kind: 'unauthorized' }, false],
  [{ kind: 'aborted' }, false],
] as const)('isPollRefused returns for %j: %s', (failure, isRefused) => {
  expect(isPollRefused(failure)).toBe(isRefused);
});
