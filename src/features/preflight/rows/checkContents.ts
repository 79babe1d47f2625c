import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import { readImageCheck } from '@data-manager/domain/pictures/check/imageProblem';
import { checkNotes } from '@data-manager/domain/pictures/check/pictureNotes';
import { readBytes } from '../../../platform/reading/readBytes';
import type { ChoiceDraft } from './choiceDraft';
import { nameOf, type ChosenRow } from './rows';

/** Files read at the same time: network drives respond slowly. */
const CONCURRENT_READS = 4;
const PROGRESS_MS = 400;

/** Returns the files that are named like a TIFF. */
export function imagesOf(rows: readonly ChosenRow[]): readonly File[] {
  return rows.flatMap((row) => (isNamedLikeTiff(nameOf(row)) ? [row.file] : []));
}

/** Checks whether files are complete TIFFs, and keeps the results. */
export async function checkContents(
  files: readonly File[],
  { results, notes }: Pick<ChoiceDraft, 'results' | 'notes'>,
  signal: AbortSignal,
  onProgress: (checked: number) => void = () => undefined,
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
      if (check.ok) notes.set(file, checkNotes(check.value));
      checked += 1;
      if (performance.now() - shownAt < PROGRESS_MS) continue;
      shownAt = performance.now();
      onProgress(checked);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, worker));
  if (!signal.aborted) onProgress(checked);
}

/** Returns the problems that are new to the rows. */
export function findImageProblems(
  rows: readonly ChosenRow[],
  results: ChoiceDraft['results'],
): ReadonlyMap<File, ImageProblem> {
  const problems = new Map<File, ImageProblem>();
  for (const { file, imageProblem } of rows) {
    const result = results.get(file) ?? 'notRead';
    if (imageProblem === undefined && result !== 'complete' && result !== 'notRead') problems.set(file, result);
  }
  return problems;
}
