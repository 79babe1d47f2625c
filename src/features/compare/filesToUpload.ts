import { uploadRelativePath, type ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import { createPauses } from '../../platform/pauses';
import type { FoundBatch, FoundFile } from '../../platform/reading/readFiles';
import type { ResultAccess } from './useComparison';

/** Finds the files of rows on the user's disk, for the upload screen. */
export async function* batchOf(
  rows: readonly ComparedFile[],
  access: ResultAccess,
  rootPath: string,
): AsyncGenerator<FoundBatch, void> {
  const pause = createPauses();
  const found: FoundFile[] = [];
  for (const row of rows) {
    const chosen = row.local && access.fileAt(row.local.index);
    if (chosen !== undefined) found.push({ ...chosen, relativePath: uploadRelativePath(row, chosen, rootPath) });
    await pause();
  }
  yield { found, unreadable: 0 };
}
