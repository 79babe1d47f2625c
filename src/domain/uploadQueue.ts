import type { SessionOwner } from './session';
import type { UploadFile } from './upload';

/** True if the file was queued by this person. */
export function isUploadOf(
  file: Pick<UploadFile, 'sponsorId' | 'userId'>,
  owner: Pick<SessionOwner, 'sponsorId' | 'userId'> | undefined,
): boolean {
  return owner !== undefined && file.sponsorId === owner.sponsorId && file.userId === owner.userId;
}

/** The file to send next: the first that waits. Failed ones were set aside; they come back by `retry` only. */
export function nextUpload(
  files: readonly UploadFile[],
  owner: Pick<SessionOwner, 'sponsorId' | 'userId'> | undefined,
): UploadFile | undefined {
  return files.find((file) => file.progress.phase === 'waiting' && isUploadOf(file, owner));
}
