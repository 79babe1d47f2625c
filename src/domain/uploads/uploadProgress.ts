import { sessionOf, type UploadFile } from './upload';
import { partBytes } from './uploadPlan';

/** Bytes sent so far of the parts on the wire, by part number. */
export type BytesInFlight = Readonly<Record<number, number>>;

/**
 * Bytes of a file that are sent: its verified parts and what is on the wire of the others. A fold over parts, so that
 * a part which is sent again never counts twice.
 */
export function sentBytes(file: UploadFile, inFlight: BytesInFlight): number {
  const parts = sessionOf(file)?.parts ?? [];
  const verified = new Set(parts.map((part) => part.partNumber));
  let bytes = 0;
  for (const partNumber of verified) bytes += partBytes(file.size, partNumber);
  for (const [name, sent] of Object.entries(inFlight)) {
    const partNumber = Number(name);
    if (!verified.has(partNumber)) bytes += Math.min(sent, partBytes(file.size, partNumber));
  }
  return bytes;
}

/** Percent of a file that is sent, 0–100. An empty file is at 0 until it is being completed. */
export function uploadPercent(file: UploadFile, inFlight: BytesInFlight): number {
  if (file.progress.phase === 'completing') return 100;
  return percentOf(sentBytes(file, inFlight), file.size);
}

/** Whole percent, 0–100, rounded down: 100 means that all of it is there. */
export function percentOf(done: number, total: number): number {
  return total > 0 ? Math.min(100, Math.max(0, Math.floor((done / total) * 100))) : 0;
}
