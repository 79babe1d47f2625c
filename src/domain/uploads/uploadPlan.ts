import { err, ok, type Result } from '@data-manager/lib/result';
import { UPLOAD_ANSWER_MS, UPLOAD_MAX_PARTS, UPLOAD_PART_BYTES } from '../constants';
import type { UploadedPart, UploadFile } from './upload';

/** A slice of a file. */
export interface PlannedPart {
  /** From 1. */
  readonly partNumber: number;
  /** First byte. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
}

/** The largest allowed file: 10,000 × 64 MiB = 625 GiB. */
export const UPLOAD_MAX_BYTES = UPLOAD_MAX_PARTS * UPLOAD_PART_BYTES;

/** A file and the bytes of each of its parts. */
type SplitFile = Pick<UploadFile, 'size' | 'partSize'>;

/** A part should take no longer than this: one that fails is sent again as a whole. */
const PART_SECONDS = 120;
/** S3 accepts no parts below 5 MiB, except the last one. */
const MIN_PART_BYTES = 8 * 1024 * 1024;

/**
 * Returns a part size in bytes for a slow line; undefined if the default is fine.
 * @param bytesPerSecond the rate of a single part; undefined if it has not been measured
 */
export function slowPartSize(size: number, bytesPerSecond = 0): number | undefined {
  if (!(bytesPerSecond > 0)) return undefined;
  let partSize = UPLOAD_PART_BYTES;
  const isTooLong = (): boolean => partSize > bytesPerSecond * PART_SECONDS;
  const canBeHalved = (): boolean => partSize > MIN_PART_BYTES && size * 2 <= UPLOAD_MAX_PARTS * partSize;
  while (isTooLong() && canBeHalved()) partSize /= 2;
  return partSize === UPLOAD_PART_BYTES ? undefined : partSize;
}

/** Splits a file into parts. An empty file has one empty part. */
export function planParts(file: SplitFile): Result<readonly PlannedPart[], 'too-large'> {
  const { size, partSize = UPLOAD_PART_BYTES } = file;
  if (size > UPLOAD_MAX_BYTES) return err('too-large');
  return ok(
    Array.from({ length: partCount(file) }, (_, index) => ({
      partNumber: index + 1,
      start: index * partSize,
      end: Math.min(size, (index + 1) * partSize),
    })),
  );
}

/** Returns the number of parts of a file. */
export function partCount({ size, partSize = UPLOAD_PART_BYTES }: SplitFile): number {
  return Math.max(1, Math.ceil(size / partSize));
}

/** Returns the parts that are not uploaded yet. */
export function missingParts(plan: readonly PlannedPart[], uploaded: readonly UploadedPart[]): readonly PlannedPart[] {
  const held = new Set(uploaded.map((part) => part.partNumber));
  return plan.filter((part) => !held.has(part.partNumber));
}

/** Parts that will be sent within this time are not interrupted by a pause. */
const PAUSE_WAITS_SECONDS = 10;

/**
 * Returns true if a pause lets a part in flight finish: at least half of it is sent, or the rest takes only a few
 * seconds.
 * @param bytesPerSecond the rate of this part; undefined if it has not been measured
 */
export function isWorthFinishing(size: number, sent: number, bytesPerSecond: number | undefined): boolean {
  if (sent * 2 >= size) return true;
  return bytesPerSecond !== undefined && size - sent <= bytesPerSecond * PAUSE_WAITS_SECONDS;
}

/** A line on which a part takes longer is too slow for it. */
const SLOWEST_BYTES_PER_MS = 128;

/**
 * Returns how long to wait for the response to a part once it is sent, in milliseconds. A proxy may have taken the part
 * faster than it passes it on.
 * @param sentInMs how long it took to send the part
 */
export function answerLimit(size: number, sentInMs: number): number {
  return Math.max(UPLOAD_ANSWER_MS, size / SLOWEST_BYTES_PER_MS, 2 * sentInMs);
}

/** Returns the size of a part; 0 for a part number beyond the end of the file. */
export function partBytes({ size, partSize = UPLOAD_PART_BYTES }: SplitFile, partNumber: number): number {
  return Math.min(partSize, Math.max(0, size - (partNumber - 1) * partSize));
}
