import { belongsTo, type SessionOwner } from '../session/session';
import type { UploadFile } from './upload';

/** The file to send next: the first that waits. Failed ones were set aside; they come back by `retry` only. */
export function nextUpload(
  files: readonly UploadFile[],
  owner: Pick<SessionOwner, 'sponsorId' | 'userId'> | undefined,
): UploadFile | undefined {
  return files.find((file) => file.progress.phase === 'waiting' && belongsTo(file, owner));
}
