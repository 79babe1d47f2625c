import type { Failure } from '../../../src/domain/failures/failure';
import { classifyFailure, refusesEverything } from '../../../src/domain/uploads/uploadFailures';

const CORS: Failure = { kind: 'storage-unreachable', partNumber: 1 };
const EXPIRED: Failure = { kind: 'url-refused', partNumber: 1 };
const GONE: Failure = { kind: 'file-gone', fileName: 'a' };
const sending = (id: string, failure: Failure, partsArrived = 0) => ({ id, failure, partsArrived });

describe('a storage refuses everything', () => {
  it.each([
    ['at the second file that it does not take', sending('b', CORS), sending('a', CORS), true],
    ['whatever it had against the first', sending('b', CORS), sending('a', EXPIRED, 7), true],
    ['not at the first file', sending('a', CORS), undefined, false],
    ['not at a file of which a part arrived', sending('b', CORS, 1), sending('a', CORS), false],
    ['not at the same file tried again', sending('a', CORS), sending('a', CORS), false],
    ["not for what is the file's own fault", sending('b', GONE), sending('a', CORS), false],
    ['not after a file that failed by itself', sending('b', CORS), sending('a', GONE), false],
  ])('%s', (_, now, before, refuses) => {
    expect(refusesEverything(now, before)).toBe(refuses);
  });
});

it('a part without an answer is the fault of the storage only where the API answers', () => {
  expect(classifyFailure(CORS, 'reachable')).toEqual(CORS);
  expect(classifyFailure(CORS, 'unreachable')).toEqual({ kind: 'unreachable' });
  expect(classifyFailure(CORS, 'offline')).toEqual({ kind: 'unreachable' });
});
