import { useEffect, useMemo, useState } from 'react';
import type { PendingFile } from '../../domain/compare/comparedFiles';
import type { RowContent } from '../../domain/preflight/worklist';
import { planContentCheck } from '../../domain/transfers/contentCheck';
import { createHashJobs, hashContents } from '../../platform/hashContents';
import { runInSlices } from '../../platform/inSlices';
import { usePorts } from '../../platform/portsContext';
import type { CheckedRow } from './rows';

interface ContentComparison {
  /** The number of files whose content has to be compared. */
  readonly total: number;
  /** The number of these files that are done. */
  readonly compared: number;
}

/**
 * Compares the chosen files with the files on the server that have the same keys. The results are reported together, because
 * identical files are skipped then, and the rest of the screen would change with each of them.
 */
export function useServerContents(
  rows: readonly CheckedRow[],
  isReading: boolean,
  report: (contents: ReadonlyMap<string, RowContent>) => void,
): ContentComparison {
  const { clock, hashPart, probeFile } = usePorts();
  const [results] = useState(() => new WeakMap<File, { readonly etag: string; readonly content: RowContent }>());
  const [compared, setCompared] = useState(0);
  const waiting = useMemo(() => rows.filter(isWaiting), [rows]);
  // Changes of other rows must not start the comparison again.
  const ids = waiting.map(({ id, key }) => `${id} ${key}`).join('\n');
  const [latest, setLatest] = useState({ ids, waiting });
  if (latest.ids !== ids) setLatest({ ids, waiting });
  const current = latest.ids === ids ? latest.waiting : waiting;
  useEffect(() => {
    if (isReading || current.length === 0) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const found = new Map<string, RowContent>();
    const pending: PendingFile[] = [];
    for (const [index, row] of current.entries()) {
      const known = results.get(row.file);
      const server = row.onServer;
      if (server === undefined) continue;
      const check = planContentCheck(server);
      if (row.size !== server.size) found.set(row.id, 'different');
      else if (check === undefined) found.set(row.id, 'unknown');
      else if (known?.etag === check.etag) found.set(row.id, known.content);
      else {
        const local = { index, path: row.relativePath, size: row.size, lastModified: row.lastModified };
        pending.push({ key: row.key, local, server, check });
      }
    }
    const compare = async (): Promise<void> => {
      const jobs = await runInSlices(createHashJobs(pending, current, new Map()), signal);
      setCompared(found.size);
      const end = await hashContents(jobs, { clock, hashPart, probeFile }, signal, ({ rows: settled }) => {
        for (const { local, server, group } of settled) {
          const row = local && current[local.index];
          if (row === undefined) continue;
          const content = group === 'identical' || group === 'different' ? group : 'unknown';
          results.set(row.file, { etag: planContentCheck(server ?? row)?.etag ?? '', content });
          found.set(row.id, content);
        }
        if (!signal.aborted) setCompared(found.size);
      });
      if (signal.aborted) return;
      if (end === 'unavailable') for (const { id } of current) if (!found.has(id)) found.set(id, 'unknown');
      report(found);
    };
    compare().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return () => stopped.abort();
  }, [current, isReading, report, results, clock, hashPart, probeFile]);
  return { total: waiting.length, compared: Math.min(compared, waiting.length) };
}

function isWaiting({ onServer, content, decision, isLeftOut }: CheckedRow): boolean {
  return onServer !== undefined && content === undefined && decision === undefined && isLeftOut !== true;
}
