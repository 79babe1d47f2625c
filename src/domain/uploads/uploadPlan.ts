import { err, ok, type Result } from '@data-manager/lib/result';
import { UPLOAD_MAX_PARTS, UPLOAD_PART_BYTES } from '../constants';
import type { UploadedPart } from './upload';

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

/** Splits a file into parts. An empty file has one empty part. */
export function planParts(size: number): Result<readonly PlannedPart[], 'too-large'> {
  if (size > UPLOAD_MAX_BYTES) return err('too-large');
  return ok(
    Array.from({ length: partCount(size) }, (_, index) => ({
      partNumber: index + 1,
      start: index * UPLOAD_PART_BYTES,
      end: Math.min(size, (index + 1) * UPLOAD_PART_BYTES),
    })),
  );
}

/** Returns the number of parts of a file. */
export function partCount(size: number): number {
  return Math.max(1, Math.ceil(size / UPLOAD_PART_BYTES));
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

/** Returns the size of a part; 0 for a part number beyond the end of the file. */
export function partBytes(size: number, partNumber: number): number {
  return Math.min(UPLOAD_PART_BYTES, Math.max(0, size - (partNumber - 1) * UPLOAD_PART_BYTES));
}
