import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import { readImageCheck } from '@data-manager/domain/pictures/imageProblem';
import { readBytes } from '../../platform/reading/readBytes';
import { nameOf, type ChosenRow } from './rows';

/** Files read at the same time: network drives respond slowly. */
const CONCURRENT_READS = 4;
const PROGRESS_MS = 400;

type Result = ImageProblem | 'complete' | 'notRead';

export interface CheckProgress {
  /** The number of files whose content has been checked. */
  readonly checked: number;
  /** The number of files that are named like a TIFF. */
  readonly total: number;
  /** The number of files that could not be read. */
  readonly notRead: number;
  /** For each complete image that can't be previewed, what is the reason. */
  readonly unshown: readonly string[];
}

/**
 * Checks whether files that are named like a TIFF are complete ones. Each file is read once. The problems are reported
 * when all files have been checked, because rows with problems move to the top.
 */
export function useContentChecks(
  rows: readonly ChosenRow[],
  isReading: boolean,
  report: (problems: ReadonlyMap<File, ImageProblem>) => void,
): CheckProgress {
  const [results] = useState(() => new WeakMap<File, Result>());
  const [reasons] = useState(() => new WeakMap<File, string>());
  const [checked, setChecked] = useState(0);
  const files = useMemo(() => imagesOf(rows), [rows]);
  const onProblems = useEffectEvent(report);
  useEffect(() => {
    if (isReading) return;
    const stopped = new AbortController();
    const check = async (): Promise<void> => {
      await checkContents(files, { results, reasons }, stopped.signal, setChecked);
      if (stopped.signal.aborted) return;
      const problems = new Map<File, ImageProblem>();
      for (const { file, imageProblem } of rows) {
        const result = results.get(file) ?? 'notRead';
        if (imageProblem === undefined && result !== 'complete' && result !== 'notRead') problems.set(file, result);
      }
      if (problems.size > 0) onProblems(problems);
    };
    void check();
    return () => stopped.abort();
  }, [rows, files, isReading, results, reasons]);
  return {
    checked,
    total: files.length,
    notRead: files.filter((file) => results.get(file) === 'notRead').length,
    unshown: files.flatMap((file) => reasons.get(file) ?? []),
  };
}

function imagesOf(rows: readonly ChosenRow[]): readonly File[] {
  return rows.flatMap((row) => (isNamedLikeTiff(nameOf(row)) ? [row.file] : []));
}

async function checkContents(
  files: readonly File[],
  { results, reasons }: { readonly results: WeakMap<File, Result>; readonly reasons: WeakMap<File, string> },
  signal: AbortSignal,
  onProgress: (checked: number) => void,
): Promise<void> {
  const waiting = files.filter((file) => !results.has(file));
  let checked = files.length - waiting.length;
  let next = 0;
  let shownAt = performance.now();
  onProgress(checked);
  const worker = async (): Promise<void> => {
    for (let file = waiting[next++]; file !== undefined; file = waiting[next++]) {
      const check = await readBytes(file, readImageCheck(file.size), signal);
      if (signal.aborted) return;
      results.set(file, check.ok ? (check.value.problem ?? 'complete') : 'notRead');
      if (check.ok && check.value.unshown !== undefined) reasons.set(file, check.value.unshown);
      checked += 1;
      if (performance.now() - shownAt < PROGRESS_MS) continue;
      shownAt = performance.now();
      onProgress(checked);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, worker));
  if (!signal.aborted) onProgress(checked);
}
