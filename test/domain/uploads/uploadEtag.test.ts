import type { Failure } from '../../../src/domain/failures/failure';
import { detectNonMd5Etag } from '../../../src/domain/uploads/uploadFailures';

const mismatch = (etag: string, md5 = 'm'): Failure => ({ kind: 'checksum-mismatch', partNumber: 1, etag, md5 });

describe('a wrong ETag', () => {
  it('that comes again for the same bytes is no content hash', () => {
    expect(detectNonMd5Etag(mismatch('e'), mismatch('e'))).toEqual({ kind: 'etag-no-hash' });
  });

  it.each<[string, Failure, Failure | undefined]>([
    ['that came once', mismatch('e'), undefined],
    ['that differs from the one before', mismatch('e'), mismatch('f')],
    ['that comes again for other bytes', mismatch('e'), mismatch('e', 'n')],
    ['after another failure', mismatch('e'), { kind: 'stalled', partNumber: 1 }],
  ])('%s may be an accident', (_, failure, before) => {
    expect(detectNonMd5Etag(failure, before)).toBe(failure);
  });
});
