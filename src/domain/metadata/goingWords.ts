import { formatBytes } from '../../lib/formatBytes';
import { gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** What goes with a project or dataset that is deleted. */
export const goingWords = gatherWords({
  allOfProject: 'All its datasets and files go with it.',
  ofProject: (datasets: number, files: number, bytes: number) =>
    `Its ${counted(datasets, 'dataset')} and ${counted(files, 'file')} (${formatBytes(bytes)}) go with it.`,
  allOfDataset: 'All its files and metadata go with it.',
  ofDataset: (files: number, bytes: number) =>
    `Its metadata and ${counted(files, 'file')} (${formatBytes(bytes)}) go with it.`,
});
