import { useEffect, useMemo, useState } from 'react';
import { matchChecksums, type ChecksumFile, type ChecksumMatches } from '@data-manager/domain/checksums/checksumFile';
import { isChecksumFileName } from '@data-manager/domain/names/grammar';
import { usePorts } from '../../../platform/portsContext';
import { useStable } from '../../../ui/useStable';
import type { Choice } from './choice';
import { findSumFaults, isIdenticalNamed, type SumFault } from './findSumFaults';
import { readChecksumList } from './readChecksumList';
import { diskPathOf, type ChosenRow } from './rows';

/** The checksum files that were read; undefined for files that could not be read. */
type ReadFiles = ReadonlyMap<File, ChecksumFile | undefined>;

const NONE: ReadFiles = new Map();

/** Reads the chosen checksum files, and finds the files that they name. */
export function useChecksumFiles({ rows, systemFiles, steps }: Choice, isReading: boolean) {
  const lists = useMemo(() => rows.filter(({ file }) => isChecksumFileName(file.name)), [rows]);
  const [read, setRead] = useState(NONE);
  // Changes of other rows must not read the files again.
  const waiting = useStable(
    lists.filter(({ file }) => !read.has(file)),
    idsOf,
  );
  useEffect(() => {
    if (waiting.length === 0) return;
    let isStopped = false;
    const readAll = async (): Promise<void> => {
      const found = await Promise.all(
        waiting.map(async (row) => [row.file, await readChecksumList(row.file, diskPathOf(row))] as const),
      );
      if (!isStopped) setRead((known) => new Map([...known, ...found]));
    };
    void readAll();
    return () => {
      isStopped = true;
    };
  }, [waiting]);
  const files = useMemo(() => {
    const excluded = steps.flatMap((step) => step.rows.map(({ before }) => before));
    return [...rows, ...systemFiles, ...excluded].map((row) => ({ id: row.id, path: diskPathOf(row) }));
  }, [rows, systemFiles, steps]);
  const found = useMemo(() => lists.flatMap(({ file }) => read.get(file) ?? []), [lists, read]);
  // Files that are still being read would count as missing.
  const matches = useMemo(
    () => matchChecksums(isReading ? [] : files, isReading ? [] : found),
    [isReading, files, found],
  );
  return {
    ...matches,
    lists: found,
    isPending: waiting.length > 0,
    /** The number of checksum files that could not be read. */
    notRead: lists.filter(({ file }) => read.has(file) && read.get(file) === undefined).length,
  };
}

export type ChosenChecksums = ReturnType<typeof useChecksumFiles>;

/** Compares the files that are not uploaded, because the server has the same content, with the checksum files that name them. */
export function useSumFaults(rows: readonly ChosenRow[], sums: ChecksumMatches['sums']): readonly SumFault[] {
  const { hashPart } = usePorts();
  const [found, setFound] = useState<{ readonly named: readonly ChosenRow[]; readonly faults: readonly SumFault[] }>();
  const named = useStable(
    rows.filter((row) => isIdenticalNamed(row, sums)),
    idsOf,
  );
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const compare = async (): Promise<void> => {
      const faults = await findSumFaults(named, sums, hashPart, signal);
      if (!signal.aborted) setFound({ named, faults });
    };
    if (named.length > 0) void compare();
    return () => stopped.abort();
  }, [named, sums, hashPart]);
  return found?.named === named ? found.faults : [];
}

function idsOf(rows: readonly ChosenRow[]): string {
  return rows.map(({ id }) => id).join(' ');
}
