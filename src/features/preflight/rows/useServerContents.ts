import { useEffect, useEffectEvent } from 'react';
import type { RowContent } from '@data-manager/domain/preflight/worklist';
import { usePorts } from '../../../platform/portsContext';
import { useStable } from '../../../ui/useStable';
import type { ChoiceDraft } from './choiceDraft';
import { compareContents, isToCompare } from './compareContents';
import type { CheckedRow } from './rows';

/**
 * Compares the chosen files with the files on the server that have the same keys. The results are reported together, because
 * identical files are left out then, and the rest of the screen would change with each of them.
 */
export function useServerContents(
  rows: readonly CheckedRow[],
  isReading: boolean,
  { compared: results }: ChoiceDraft,
  report: (contents: ReadonlyMap<string, RowContent>) => void,
): void {
  const { clock, hashPart, probeFile } = usePorts();
  // Changes of other rows must not start the comparison again.
  const current = useStable(rows.filter(isToCompare), (waiting) =>
    waiting.map(({ id, key }) => `${id} ${key}`).join('\n'),
  );
  const onCompared = useEffectEvent(report);
  useEffect(() => {
    if (isReading || current.length === 0) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const compare = async (): Promise<void> => {
      const found = await compareContents(current, results, { clock, hashPart, probeFile }, signal);
      if (!signal.aborted) onCompared(found);
    };
    compare().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return () => stopped.abort();
  }, [current, isReading, results, clock, hashPart, probeFile]);
}
