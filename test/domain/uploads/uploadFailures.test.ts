import { asRepeated, type Failure, type RequestFailure } from '@data-manager/domain/failures/failure';
import {
  classifyFailure,
  detectNonMd5Etag,
  interpretCompletion,
  isCompletionUncertain,
  refusesEverything,
} from '@data-manager/domain/uploads/uploadFailures';

const UNREACHABLE: Failure = { kind: 'storage-unreachable', partNumber: 1 };
const EXPIRED: Failure = { kind: 'url-refused', partNumber: 1 };
const FORBIDDEN: Failure = { kind: 'forbidden' };
const GONE: Failure = { kind: 'file-gone', fileName: 'a' };
const LOST: Failure = { kind: 'not-found', code: 'NO_SUCH_UPLOAD' };

describe('refusesEverything', () => {
  const refused = (status: number): Failure => ({ kind: 'refused', status, message: 'no' });
  const failed = (id: string, failure: Failure, uploadedParts = 0) => ({ id, failure, uploadedParts });

  it.each([
    ['is true for the second file that the storage rejects', failed('b', UNREACHABLE), failed('a', UNREACHABLE), true],
    ['is true if the two files failed differently', failed('b', UNREACHABLE), failed('a', EXPIRED, 7), true],
    ['is false for the first file', failed('a', UNREACHABLE), undefined, false],
    ['is false if a part was uploaded', failed('b', UNREACHABLE, 1), failed('a', UNREACHABLE), false],
    ['is false if the same file failed again', failed('a', UNREACHABLE), failed('a', UNREACHABLE), false],
    ['is false if the file is at fault', failed('b', GONE), failed('a', UNREACHABLE), false],
    ['is true if the server refuses both files', failed('b', FORBIDDEN, 3), failed('a', FORBIDDEN), true],
    [
      'is true if the server fails both files with one status',
      failed('b', refused(500)),
      failed('a', refused(500)),
      true,
    ],
    [
      'is false if the server fails them with two statuses',
      failed('b', refused(500)),
      failed('a', refused(501)),
      false,
    ],
    ['is true if the server is asked too often', failed('b', refused(429)), failed('a', refused(429)), true],
    ['is false if the previous file was at fault', failed('b', UNREACHABLE), failed('a', GONE), false],
  ])('%s', (_, now, previous, expected) => {
    expect(refusesEverything(now, previous)).toBe(expected);
  });

  it.each([400, 409, 413, 422])('a refusal is of one file if the server does not accept two names (%i)', (status) => {
    expect(refusesEverything(failed('b', refused(status)), failed('a', refused(status)))).toBe(false);
  });
});

it('classifyFailure attributes an unanswered part to the storage only if the API responds', () => {
  expect(classifyFailure(UNREACHABLE, 'reachable')).toEqual(UNREACHABLE);
  expect(classifyFailure(UNREACHABLE, 'unreachable')).toEqual({ kind: 'unreachable' });
  expect(classifyFailure(UNREACHABLE, 'offline')).toEqual({ kind: 'unreachable' });
});

describe('detectNonMd5Etag', () => {
  const mismatch = (etag: string, md5 = 'm'): Failure => ({ kind: 'checksum-mismatch', partNumber: 1, etag, md5 });

  it('reports a storage that returns the same wrong ETag for the same bytes twice', () => {
    expect(detectNonMd5Etag(mismatch('e'), mismatch('e'))).toEqual({ kind: 'etag-no-hash' });
  });

  it.each<[string, Failure, Failure | undefined]>([
    ['the first wrong ETag', mismatch('e'), undefined],
    ['an ETag that differs from the previous one', mismatch('e'), mismatch('f')],
    ['the same ETag for other bytes', mismatch('e'), mismatch('e', 'n')],
    ['a wrong ETag after another failure', mismatch('e'), { kind: 'stalled', partNumber: 1 }],
  ])('keeps %s as a checksum mismatch', (_, failure, previous) => {
    expect(detectNonMd5Etag(failure, previous)).toBe(failure);
  });
});

describe('isCompletionUncertain', () => {
  it.each<Failure>([
    { kind: 'unreachable' },
    { kind: 'aborted' },
    { kind: 'bad-answer', endpoint: 'e', field: 'body' },
    { kind: 'refused', status: 502, message: 'no' },
  ])('is true after $kind', (failure) => {
    expect(isCompletionUncertain(failure, false)).toBe(true);
  });

  it.each<Failure>([
    { kind: 'refused', status: 400, message: 'part 2 differs' },
    { kind: 'completion-unknown', fileName: 'a' },
  ])('is false after $kind, even if it was true before', (failure) => {
    expect(isCompletionUncertain(failure, true)).toBe(false);
  });

  const unprocessed: readonly RequestFailure[] = [
    { kind: 'unauthorized' },
    { kind: 'forbidden' },
    { kind: 'refused', status: 429, message: 'slow down' },
    { kind: 'refused', status: 408, message: 'too late' },
  ];

  it.each(unprocessed)('keeps its value if the server did not process the call ($kind)', (failure) => {
    expect(isCompletionUncertain(failure, true)).toBe(true);
    expect(isCompletionUncertain(failure, false)).toBe(false);
  });

  it.each(unprocessed)('is true if the first response was a 5xx and the retry was not processed ($kind)', (failure) => {
    expect(isCompletionUncertain(asRepeated(failure), false)).toBe(true);
  });
});

describe('interpretCompletion', () => {
  it('reports an unknown upload as lost if it can’t be complete', () => {
    expect(interpretCompletion(LOST, false, 'a')).toBe(LOST);
  });

  it.each<[Failure, boolean]>([
    [LOST, true],
    [asRepeated(LOST), false],
  ])('reports an unknown upload as uncertain if it may be complete (%j, %s)', (failure, wasUncertain) => {
    expect(interpretCompletion(failure, wasUncertain, 'a')).toEqual({ kind: 'completion-unknown', fileName: 'a' });
  });

  it('returns every other failure unchanged', () => {
    const other: Failure = { kind: 'forbidden' };
    expect(interpretCompletion(other, true, 'a')).toBe(other);
  });
});
