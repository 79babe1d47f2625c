import { SMALL_FILE_BYTES } from '../constants';
import type { UploadedPart } from './upload';
import type { PlannedPart } from './uploadPlan';

/** Bytes of a blob or file. */
export interface ByteRange {
  /** The first byte. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
}

/** Samples of a file or part: each consists of byte ranges in their order, which do not overlap. */
export type ContentSamples = readonly (readonly ByteRange[])[];

/** Bytes of each of the two places of a sample. */
const SAMPLE_BYTES = 64 * 1024;

/** Parts whose samples are read again at a time, so that at most 8 MiB are in memory. */
const PARTS_PER_CHECK = 64;

/**
 * Returns whether samples of a file are noted. A small file is read at once, and the storage has confirmed what was read.
 */
export function isSampled({ size }: { readonly size: number }): boolean {
  return size > SMALL_FILE_BYTES;
}

/**
 * Chooses the second place of a part's sample, behind its beginning.
 *
 * @param fraction a random number from 0 up to but not including 1
 */
export function placeSample(part: PlannedPart, fraction: number): number {
  const first = Math.min(part.end, part.start + SAMPLE_BYTES);
  const last = Math.max(first, part.end - SAMPLE_BYTES);
  return first + Math.floor(fraction * (last - first + 1));
}

/**
 * Returns the bytes of a file that are the sample of a part: its beginning, and those at the second place. Changes of a file
 * usually begin at the beginning, and the other place can't be predicted.
 */
export function sampleRanges(part: PlannedPart, at: number): readonly ByteRange[] {
  const beginning = { start: part.start, end: Math.min(part.end, part.start + SAMPLE_BYTES) };
  return at < part.end ? [beginning, { start: at, end: Math.min(part.end, at + SAMPLE_BYTES) }] : [beginning];
}

/** The samples of some parts, to be compared with the noted samples. */
export interface SampleCheck {
  readonly partNumber: number;
  readonly samples: ContentSamples;
  /** Their digests when the parts were sent. */
  readonly noted: readonly string[];
}

/** Plans the checks of all parts with a sample. Those of small files have none. */
export function planSampleChecks(plan: readonly PlannedPart[], uploaded: readonly UploadedPart[]): SampleCheck[] {
  const sampled = uploaded.flatMap(({ partNumber, sample }) => {
    const part = plan[partNumber - 1];
    return sample === undefined || part === undefined ? [] : [{ part, sample }];
  });
  sampled.sort((left, right) => left.part.start - right.part.start);
  return Array.from({ length: Math.ceil(sampled.length / PARTS_PER_CHECK) }, (_, index) => {
    const some = sampled.slice(index * PARTS_PER_CHECK, (index + 1) * PARTS_PER_CHECK);
    return {
      partNumber: some[0]?.part.partNumber ?? 1,
      samples: some.map(({ part, sample }) => sampleRanges(part, sample.at)),
      noted: some.map(({ sample }) => sample.md5),
    };
  });
}
