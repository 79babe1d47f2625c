import type { PutPartResult } from '../../../src/platform/ports';
import { verifyPart, type PartFindings } from '../../../src/transfers/uploads/verifyPart';

const part = { partNumber: 2, start: 10, end: 20 };
const md5 = '0123456789abcdef0123456789abcdef';
const answered = (etag: string | null, status = 200): PutPartResult => ({ kind: 'answered', status, etag });
const judge = (findings: Partial<PartFindings>) =>
  verifyPart(part, 'a.tif', {
    sent: answered(`"${md5}"`),
    hashed: { kind: 'hashed', md5, bytes: 10 },
    onDisk: 'readable',
    ...findings,
  });

describe('a part', () => {
  it('is good if its ETag is its MD5, without quotes and in any case', () => {
    const etag = md5.toUpperCase();
    expect(judge({ sent: answered(`"${etag}"`) })).toEqual({ ok: true, value: { partNumber: 2, etag, md5 } });
  });

  it.each<[string, Partial<PartFindings>, object]>([
    ['of a file that vanished', { onDisk: 'missing', sent: { kind: 'unreachable' } }, { kind: 'file-gone' }],
    ['of a file that changed', { onDisk: 'changed', sent: { kind: 'unreachable' } }, { kind: 'file-changed' }],
    ['that could not be read', { hashed: { kind: 'unreadable' }, sent: { kind: 'aborted' } }, { kind: 'file-gone' }],
    ['of fewer bytes than planned', { hashed: { kind: 'hashed', md5, bytes: 0 } }, { kind: 'file-changed' }],
    ['of a readable file, without an answer', { sent: { kind: 'unreachable' } }, { kind: 'storage-unreachable' }],
    ['that stood still', { sent: { kind: 'stalled' } }, { kind: 'stalled', partNumber: 2 }],
    ['that could not be hashed here', { hashed: { kind: 'unavailable' } }, { kind: 'stalled', partNumber: 2 }],
    [
      'whose hash stood still',
      { hashed: { kind: 'stalled' }, sent: { kind: 'aborted' } },
      { kind: 'stalled', partNumber: 2 },
    ],
    [
      'that could neither be hashed nor sent',
      { hashed: { kind: 'unavailable' }, sent: { kind: 'unreachable' } },
      { kind: 'storage-unreachable' },
    ],
    ['whose hash was stopped', { hashed: { kind: 'aborted' } }, { kind: 'aborted' }],
    ['with an expired URL', { sent: answered(null, 403) }, { kind: 'url-refused', partNumber: 2 }],
    ['that was refused', { sent: answered(null, 500) }, { kind: 'storage-refused', status: 500 }],
    [
      'that only a cache or a detour answered for',
      { sent: answered(`"${md5}"`, 304) },
      { kind: 'storage-refused', status: 304 },
    ],
    ['whose ETag is hidden', { sent: answered(null) }, { kind: 'etag-hidden' }],
    ['with another ETag', { sent: answered('"other"') }, { kind: 'checksum-mismatch', partNumber: 2 }],
  ])('%s is not', (_, findings, failure) => {
    expect(judge(findings)).toMatchObject({ ok: false, failure });
  });
});
