import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { asSentence, gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** What the list of files, its filters and its download bar say. */
export const filesWords = gatherWords({
  download: 'Download',
  downsampledOnly: 'Downsampled only',
  /** Follows the name of what would be fetched. */
  whatIsFetched: (files: number, bytes: number, isPartial: boolean) =>
    `: ${counted(files, 'file')}, ${formatBytes(bytes)}${isPartial ? ' so far' : ''}`,
  files: (count: number) => counted(count, 'file'),
  filesOf: (folder: string) => `Files of ${folder}`,
  folders: 'Folders',
  noFiles: 'No files here yet',
  emptyFolder: 'This folder is empty',

  section: 'Section',
  name: 'Name',
  layer: 'Layer',
  channel: 'Ch',
  size: 'Size',
  modified: 'Modified',
  found: (shown: number, all: number, bytes: number, isPartial: boolean) =>
    `${formatCount(shown)} of ${formatCount(all)}, ${formatBytes(bytes)}${isPartial ? ' so far' : ''}`,
  selected: (items: number, bytes: number, unseen: number) =>
    `${counted(items, 'item')} selected, ${formatBytes(bytes)}${unseen === 0 ? '' : ` (${formatCount(unseen)} of them not shown)`}`,

  filters: 'Filters',
  sections: 'Sections',
  howSectionsAreNamed: 'Sections: 5, 1-20, 20-',
  channels: 'Channels',
  layers: 'Layers',
  misnamed: (files: number) => `${formatCount(files)} not following the naming`,
  clearFilters: 'Clear filters',
  nothingFound: 'Nothing here matches the search',
  noneOfFilters: 'No file matches the filters',
  showAllOfSection: 'Show all files of this section',
  showAllOfSections: 'Show all files of these sections',
  showAllFiles: 'Show all files',

  notLoaded: 'The files could not be loaded',
  loading: (files: number) =>
    `${counted(files, 'file')} loaded… Search and filters look through these; they are put in order once all are here.`,
  restNotLoaded: (files: number) => `The rest of the files could not be loaded (${counted(files, 'file')} loaded)`,
  restMissing: (reason: string) => `${asSentence(reason)} What is listed below is right, but not complete.`,
});
