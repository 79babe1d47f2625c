import { lastSegment } from '@data-manager/lib/lastSegment';
import * as v from 'valibot';
import { Text } from '../storedValues';

/** The checksum that a file has by a checksum file beside it. */
export const ExpectedSum = v.object({
  algorithm: v.picklist(['md5', 'sha256']),
  /** Lower-case hexadecimal. */
  value: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}(?:[0-9a-f]{32})?$/)),
  /** The path of the checksum file. */
  from: Text,
});

export type ExpectedSum = Readonly<v.InferOutput<typeof ExpectedSum>>;

/** The checksums of a whole file, lower-case hexadecimal. */
export interface WholeSums {
  readonly md5: string;
  readonly sha256?: string;
}

/** Returns true if a file is compared with a SHA-256. */
export function needsSha256(expected: readonly ExpectedSum[]): boolean {
  return expected.some(({ algorithm }) => algorithm === 'sha256');
}

/** Returns the first checksum that a file does not have, and the one that it has. */
export function findDifference(
  expected: readonly ExpectedSum[],
  found: WholeSums,
): (ExpectedSum & { readonly found: string }) | undefined {
  for (const sum of expected) {
    const own = found[sum.algorithm] ?? '';
    if (own !== sum.value) return { ...sum, found: own };
  }
  return undefined;
}

/** More names would be longer than what a receipt takes. */
const MAX_NAMED = 3;

/** Names the checksum files that a file was compared with: `MD5SUMS, SHA256SUMS`. */
export function namedBy(sums: readonly ExpectedSum[]): string {
  return [...new Set(sums.map(({ from }) => lastSegment(from)))].slice(0, MAX_NAMED).join(', ');
}
