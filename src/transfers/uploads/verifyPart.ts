import type { Failure } from '../../domain/failures/failure';
import { bareEtag, etagMatches } from '../../domain/uploads/checksums';
import type { UploadedPart } from '../../domain/uploads/upload';
import type { PlannedPart } from '../../domain/uploads/uploadPlan';
import { err, ok, type Result } from '../../lib/result';
import type { FileProbe, HashPartResult, PutPartResult } from '../../platform/ports';

/** What one try of a part brought to light. */
export interface PartFindings {
  readonly sent: PutPartResult;
  readonly hashed: HashPartResult;
  /** What the disk says, where that was asked. */
  readonly onDisk: FileProbe;
}

/** Whether a part has arrived as it was sent. What is wrong with the file itself goes before what the network said. */
export function verifyPart(
  { partNumber, start, end }: PlannedPart,
  fileName: string,
  { sent, hashed, onDisk }: PartFindings,
): Result<UploadedPart, Failure> {
  if (onDisk === 'changed') return err({ kind: 'file-changed', fileName });
  if (onDisk === 'missing' || hashed.kind === 'unreadable') return err({ kind: 'file-gone', fileName });
  if (hashed.kind === 'stalled') return err({ kind: 'stalled', partNumber });
  if (hashed.kind === 'aborted' || sent.kind === 'aborted') return err({ kind: 'aborted' });
  if (hashed.kind === 'unavailable') {
    return err({ kind: sent.kind === 'unreachable' ? 'storage-unreachable' : 'stalled', partNumber });
  }
  if (hashed.bytes !== end - start) return err({ kind: 'file-changed', fileName });
  if (sent.kind === 'unreachable') return err({ kind: 'storage-unreachable', partNumber });
  if (sent.kind === 'stalled') return err({ kind: 'stalled', partNumber });
  // S3 answers 403 for a presigned URL that has expired.
  if (sent.status === 403) return err({ kind: 'url-refused', partNumber });
  if (sent.status < 200 || sent.status > 299) {
    return err({ kind: 'storage-refused', status: sent.status, partNumber });
  }
  if (sent.etag === null) return err({ kind: 'etag-hidden' });
  const etag = bareEtag(sent.etag);
  const { md5 } = hashed;
  return etagMatches(etag, md5)
    ? ok({ partNumber, etag, md5 })
    : err({ kind: 'checksum-mismatch', partNumber, etag, md5 });
}
