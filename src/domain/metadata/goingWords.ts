import { formatBytes } from '../../lib/formatBytes';
import { counted } from '../../lib/plural';
import { isFolderMarker, totalBytes, type FileEntry } from '../listing/fileListing';

/** What a project or dataset holds, as far as it is known. */
interface Going {
  /** Every object below its folder. */
  readonly entries: readonly FileEntry[] | undefined;
  /** Of a project, how many. */
  readonly datasets?: number | undefined;
}

/** What goes with a project or dataset that is deleted, as a sentence: what is not known is not counted. */
export function goingWords(what: 'project' | 'dataset', { entries, datasets }: Going): string {
  if (entries === undefined || (what === 'project' && datasets === undefined)) {
    return what === 'project' ? 'All its datasets and files go with it.' : 'All its files and metadata go with it.';
  }
  const beside = datasets === undefined ? 'metadata' : counted(datasets, 'dataset');
  const files = entries.filter((entry) => !isFolderMarker(entry));
  return `Its ${beside} and ${counted(files.length, 'file')} (${formatBytes(totalBytes(files))}) go with it.`;
}
