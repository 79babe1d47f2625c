import type { PutPartResult } from '../../../src/platform/ports';
import { verifyPart, type PartAttempt } from '../../../src/transfers/uploads/uploadPart';

const part = { partNumber: 2, start: 10, end: 20 };
const md5 = '0123456789abcdef0123456789abcdef';
const answered = (etag: string | null, status = 200): PutPartResult => ({ kind: 'answered', status, etag });
const verify = (given: Partial<PartAttempt>) =>
  verifyPart(part, 'a.tif', {
    sent: answered(`"${md5}"`),
    hashed: { kind: 'hashed', md5, bytes: 10 },
    onDisk: 'readable',
    ...given,
  });

it('verifyPart accepts a part whose ETag is its MD5, in any case and with or without quotes', () => {
  const etag = md5.toUpperCase();
  expect(verify({ sent: answered(`"${etag}"`) })).toEqual({ ok: true, value: { partNumber: 2, etag, md5 } });
});

it.each<[string, Partial<PartAttempt>, object]>([
  ['of a file that was deleted', { onDisk: 'missing', sent: { kind: 'unreachable' } }, { kind: 'file-gone' }],
  ['of a file that has changed', { onDisk: 'changed', sent: { kind: 'unreachable' } }, { kind: 'file-changed' }],
  ['that could not be read', { hashed: { kind: 'unreadable' }, sent: { kind: 'aborted' } }, { kind: 'file-gone' }],
  ['of fewer bytes than planned', { hashed: { kind: 'hashed', md5, bytes: 0 } }, { kind: 'file-changed' }],
  ['of a readable file that got no response', { sent: { kind: 'unreachable' } }, { kind: 'storage-unreachable' }],
  ['that stalled', { sent: { kind: 'stalled' } }, { kind: 'stalled', partNumber: 2 }],
  ['that could not be hashed', { hashed: { kind: 'unavailable' } }, { kind: 'stalled', partNumber: 2 }],
  [
    'whose hash stalled',
    { hashed: { kind: 'stalled' }, sent: { kind: 'aborted' } },
    { kind: 'stalled', partNumber: 2 },
  ],
  [
    'that could neither be hashed nor sent',
    { hashed: { kind: 'unavailable' }, sent: { kind: 'unreachable' } },
    { kind: 'storage-unreachable' },
  ],
  ['whose hash was aborted', { hashed: { kind: 'aborted' } }, { kind: 'aborted' }],
  ['with an expired URL', { sent: answered(null, 403) }, { kind: 'url-refused', partNumber: 2 }],
  ['that the storage refused', { sent: answered(null, 500) }, { kind: 'storage-refused', status: 500 }],
  ['that a cache responded to', { sent: answered(`"${md5}"`, 304) }, { kind: 'storage-refused', status: 304 }],
  ['whose ETag is hidden', { sent: answered(null) }, { kind: 'etag-hidden' }],
  ['with a different ETag', { sent: answered('"other"') }, { kind: 'checksum-mismatch', partNumber: 2 }],
])('verifyPart rejects a part %s', (_, given, failure) => {
  expect(verify(given)).toMatchObject({ ok: false, failure });
});
