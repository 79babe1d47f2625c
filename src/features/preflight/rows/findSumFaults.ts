import { findDifference, needsSha256, type ExpectedSum } from '@data-manager/domain/checksums/expectedSum';
import type { Ports } from '../../../platform/ports';
import { diskPathOf, type ChosenRow } from './rows';

/** A file that differs from a checksum file. */
export interface SumFault {
  readonly path: string;
  /** The path of the checksum file. */
  readonly from: string;
}

/** Returns true for a file that checksum files name, and whose content is on the server: no upload compares it. */
export function isIdenticalNamed({ id, content }: ChosenRow, sums: ReadonlyMap<string, unknown>): boolean {
  return content === 'identical' && sums.has(id);
}

/** Compares files with the checksum files beside them. Reads each of them once, one at a time. */
export async function findSumFaults(
  rows: readonly ChosenRow[],
  sums: ReadonlyMap<string, readonly ExpectedSum[]>,
  hashPart: Ports['hashPart'],
  signal: AbortSignal,
): Promise<readonly SumFault[]> {
  const faults: SumFault[] = [];
  for (const row of rows) {
    const expected = sums.get(row.id) ?? [];
    const hashed = await hashPart(row.file, signal, [], 'comparisons', needsSha256(expected));
    const difference = hashed.kind === 'hashed' ? findDifference(expected, hashed) : undefined;
    if (difference !== undefined) faults.push({ path: diskPathOf(row), from: difference.from });
  }
  return faults;
}
