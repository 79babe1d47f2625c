import { omit } from '@data-manager/lib/omit';
import { sessionOf, type UploadFile } from './upload';
import { partBytes } from './uploadPlan';

/** Returns the bytes sent of a file: its verified parts and the parts in flight. A part that is sent again counts once. */
export function sentBytes(file: UploadFile): number {
  const session = sessionOf(file);
  // Most files of a long queue.
  if (session === undefined) return 0;
  const verified = new Set(session.parts.map((part) => part.partNumber));
  let bytes = 0;
  for (const partNumber of verified) bytes += partBytes(file, partNumber);
  if (file.progress.phase !== 'uploading') return bytes;
  for (const [name, sent] of Object.entries(file.progress.inFlight)) {
    const partNumber = Number(name);
    if (!verified.has(partNumber)) bytes += Math.min(sent, partBytes(file, partNumber));
  }
  return bytes;
}

/** Returns the bytes to show as sent. They never decrease: a part that has to be sent again is not subtracted. */
export function shownBytes(file: UploadFile): number {
  return Math.max(sentBytes(file), file.reached ?? 0);
}

/** Keeps the bytes shown so far if some of them have to be sent again. */
export function withReached(before: UploadFile, after: UploadFile): UploadFile {
  const reached = shownBytes(before);
  if (sentBytes(after) < reached) return { ...after, reached };
  return after.reached === undefined ? after : omit(after, 'reached');
}

/** Returns the percentage of a file that was sent, 0–100. An empty file stays at 0 until it is being completed. */
export function uploadPercent(file: UploadFile): number {
  return file.progress.phase === 'completing' ? 100 : percentOf(shownBytes(file), file.size);
}

/** Returns whole percent, 0–100, rounded down: 100 means complete. */
export function percentOf(done: number, total: number): number {
  return total > 0 ? Math.min(100, Math.max(0, Math.floor((done / total) * 100))) : 0;
}
