import { UPLOAD_STALL_MS } from '../../domain/constants';
import type { Failure } from '../../domain/failure';
import type { UploadedPart } from '../../domain/upload';
import type { PlannedPart } from '../../domain/uploadPlan';
import type { Outcome } from '../../lib/outcome';
import type { Ports } from '../../platform/ports';
import { judgePart } from './judgePart';

export interface PartTransfer {
  readonly file: Blob;
  readonly fileName: string;
  readonly part: PlannedPart;
  /** Presigned: a secret. */
  readonly url: string;
  /** Stops both halves. */
  readonly controller: AbortController;
  readonly onProgress: (sentBytes: number) => void;
}

/** One try of one part: sends the slice and hashes it beside, then compares the storage's ETag with the MD5. */
export async function transferPart(
  ports: Pick<Ports, 'putPart' | 'hashPart'>,
  { file, fileName, part, url, controller, onProgress }: PartTransfer,
): Promise<Outcome<UploadedPart, Failure>> {
  const { signal } = controller;
  const body = file.slice(part.start, part.end);
  const hashing = ports.hashPart(body, signal).then((result) => {
    if (result.kind === 'unreadable') controller.abort();
    return result;
  });
  const sending = ports.putPart({ url, body, signal, stallMs: UPLOAD_STALL_MS, onProgress });
  const [sent, hashed] = await Promise.all([sending, hashing]);
  return judgePart(part, fileName, sent, hashed);
}
