import { useEffect, useEffectEvent, useState } from 'react';
import { matchFile, type ComparedFile, type PendingFile } from '@data-manager/domain/compare/comparedFiles';
import type { RowContent } from '@data-manager/domain/preflight/worklist';
import { createHashJobs, hashContents } from '../../platform/hashing/hashContents';
import { usePorts } from '../../platform/portsContext';
import type { CheckedRow } from './rows';

/**
 * Compares the chosen files with the files on the server that have the same keys. The results are reported together, because
 * identical files are left out then, and the rest of the screen would change with each of them.
 */
export function useServerContents(
  rows: readonly CheckedRow[],
  isReading: boolean,
  report: (contents: ReadonlyMap<string, RowContent>) => void,
): void {
  const { clock, hashPart, probeFile } = usePorts();
  const [results] = useState(
    () => new WeakMap<File, { readonly etag: string | undefined; readonly content: RowContent }>(),
  );
  const waiting = rows.filter(isWaiting);
  // Changes of other rows must not start the comparison again.
  const ids = waiting.map(({ id, key }) => `${id} ${key}`).join('\n');
  const [latest, setLatest] = useState({ ids, waiting });
  const current = latest.ids === ids ? latest.waiting : waiting;
  useEffect(() => {
    setLatest((before) => (before.ids === ids ? before : { ids, waiting: current }));
  }, [ids, current]);
  const onCompared = useEffectEvent(report);
  useEffect(() => {
    if (isReading || current.length === 0) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const found = new Map<string, RowContent>();
    const pending: PendingFile[] = [];
    for (const [index, row] of current.entries()) {
      const local = { index, path: row.relativePath, size: row.size, lastModified: row.lastModified };
      const match = matchFile(row.key, local, row.onServer);
      const known = results.get(row.file);
      if (!('check' in match)) found.set(row.id, contentOf(match));
      else if (known !== undefined && known.etag === row.onServer?.etag) found.set(row.id, known.content);
      else pending.push(match);
    }
    const compare = async (): Promise<void> => {
      const jobs = createHashJobs(pending, current, new Map());
      const end = await hashContents(jobs, { clock, hashPart, probeFile }, signal, ({ rows: settled }) => {
        for (const file of settled) {
          const row = file.local && current[file.local.index];
          if (row === undefined) continue;
          const content = contentOf(file);
          results.set(row.file, { etag: file.server?.etag, content });
          found.set(row.id, content);
        }
      });
      if (signal.aborted) return;
      if (end === 'unavailable') for (const { id } of current) if (!found.has(id)) found.set(id, 'unknown');
      onCompared(found);
    };
    compare().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return () => stopped.abort();
  }, [current, isReading, results, clock, hashPart, probeFile]);
}

function contentOf({ group }: ComparedFile): RowContent {
  return group === 'identical' || group === 'different' ? group : 'unknown';
}

function isWaiting({ onServer, content, decision, isLeftOut }: CheckedRow): boolean {
  return onServer !== undefined && content === undefined && decision === undefined && isLeftOut !== true;
}
