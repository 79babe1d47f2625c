import { uploadRelativePath, type ComparedFile } from '../../domain/compare/comparedFiles';
import type { InPieces } from '../../lib/inPieces';
import { runInSlices } from '../../platform/inSlices';
import type { FoundBatch, FoundFile } from '../../platform/readFiles';
import type { ResultAccess } from './useComparison';

/** Files found before the generator yields. */
const PIECE_SIZE = 500;

/** Finds the files of rows on the user's disk, for the upload screen. */
export async function* batchOf(
  rows: readonly ComparedFile[],
  access: ResultAccess,
  rootPath: string,
): AsyncGenerator<FoundBatch, void> {
  const found = await runInSlices(chosenFiles(rows, access, rootPath), new AbortController().signal);
  yield { found, unreadable: 0 };
}

function* chosenFiles(
  rows: readonly ComparedFile[],
  access: ResultAccess,
  rootPath: string,
): InPieces<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const [index, row] of rows.entries()) {
    const chosen = row.local && access.fileAt(row.local.index);
    if (chosen !== undefined) found.push({ ...chosen, relativePath: uploadRelativePath(row, chosen, rootPath) });
    if (index % PIECE_SIZE === PIECE_SIZE - 1) yield;
  }
  return found;
}
