import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { checkContents, findImageProblems, imagesOf } from './checkContents';
import type { ChoiceDraft } from './choiceDraft';
import type { ChosenRow } from './rows';

export type CheckProgress = ReturnType<typeof useContentChecks>;

/**
 * Checks whether files that are named like a TIFF are complete TIFFs. Each file is read once. The problems are reported
 * when all files have been checked, because rows with problems move to the top.
 */
export function useContentChecks(
  rows: readonly ChosenRow[],
  isReading: boolean,
  { results, notes }: ChoiceDraft,
  report: (problems: ReadonlyMap<File, ImageProblem>) => void,
) {
  const [checked, setChecked] = useState(0);
  const files = useMemo(() => imagesOf(rows), [rows]);
  const onProblems = useEffectEvent(report);
  useEffect(() => {
    if (isReading) return;
    const stopped = new AbortController();
    const check = async (): Promise<void> => {
      await checkContents(files, { results, notes }, stopped.signal, setChecked);
      if (stopped.signal.aborted) return;
      const problems = findImageProblems(rows, results);
      if (problems.size > 0) onProblems(problems);
    };
    void check();
    return () => stopped.abort();
  }, [rows, files, isReading, results, notes]);
  return {
    /** The number of files whose content has been checked. */
    checked,
    /** The number of files that are named like a TIFF. */
    total: files.length,
    /** The number of files that could not be read. */
    notRead: files.filter((file) => results.get(file) === 'notRead').length,
    /** What is to be known of complete images, a sentence for each. */
    notes: files.flatMap((file) => notes.get(file) ?? []),
  };
}
