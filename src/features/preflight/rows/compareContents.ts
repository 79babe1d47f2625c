import { matchFile, type ComparedFile, type PendingFile } from '@data-manager/domain/compare/comparedFiles';
import type { RowContent } from '@data-manager/domain/preflight/worklist';
import { createHashJobs, hashContents } from '../../../platform/hashing/hashContents';
import type { Ports } from '../../../platform/ports';
import type { ChoiceDraft } from './choiceDraft';
import type { CheckedRow } from './rows';

/** Compares chosen files with the files on the server that have the same keys. Returns the results by row id. */
export async function compareContents(
  rows: readonly CheckedRow[],
  results: ChoiceDraft['compared'],
  ports: Pick<Ports, 'clock' | 'hashPart' | 'probeFile'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RowContent>> {
  const found = new Map<string, RowContent>();
  const pending: PendingFile[] = [];
  for (const [index, row] of rows.entries()) {
    const local = { index, path: row.relativePath, size: row.size, lastModified: row.lastModified };
    const match = matchFile(row.key, local, row.onServer);
    const known = results.get(row.file);
    if (!('check' in match)) found.set(row.id, contentOf(match));
    else if (known !== undefined && known.etag === row.onServer?.etag) found.set(row.id, known.content);
    else pending.push(match);
  }
  const jobs = createHashJobs(pending, rows, new Map());
  const end = await hashContents(jobs, ports, signal, ({ rows: settled }) => {
    for (const file of settled) {
      const row = file.local && rows[file.local.index];
      if (row === undefined) continue;
      const content = contentOf(file);
      results.set(row.file, { etag: file.server?.etag, content });
      found.set(row.id, content);
    }
  });
  if (end === 'unavailable') for (const { id } of rows) if (!found.has(id)) found.set(id, 'unknown');
  return found;
}

function contentOf({ group }: ComparedFile): RowContent {
  return group === 'identical' || group === 'different' ? group : 'unknown';
}

/** Returns true if the upload depends on how the content compares with that of a file on the server. */
export function isToCompare({ onServer, content, decision, isLeftOut, isNoImage }: CheckedRow): boolean {
  return onServer !== undefined && !isNoImage && content === undefined && decision === undefined && isLeftOut !== true;
}
