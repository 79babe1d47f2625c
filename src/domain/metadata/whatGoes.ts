import { isFolderMarker, totalBytes, type FileEntry } from '../listing/fileListing';
import { goingWords } from './goingWords';

/** Every object below the folder of a project or dataset; undefined where they are not known. */
type Entries = readonly FileEntry[] | undefined;

/** What goes with a project that is deleted, as a sentence: what is not known is not counted. */
export function whatGoesWithProject(datasets: number | undefined, entries: Entries): string {
  if (datasets === undefined || entries === undefined) return goingWords.allOfProject;
  const files = filesAmong(entries);
  return goingWords.ofProject(datasets, files.length, totalBytes(files));
}

/** What goes with a dataset that is deleted, as a sentence. */
export function whatGoesWithDataset(entries: Entries): string {
  if (entries === undefined) return goingWords.allOfDataset;
  const files = filesAmong(entries);
  return goingWords.ofDataset(files.length, totalBytes(files));
}

function filesAmong(entries: readonly FileEntry[]): readonly FileEntry[] {
  return entries.filter((entry) => !isFolderMarker(entry));
}
