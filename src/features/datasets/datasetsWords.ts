import { gatherWords } from '../../lib/gatherWords';

/** What the list of datasets, their dialogs and their completeness say; pipelines have words of their own. */
export const datasetsWords = gatherWords({
  findDataset: 'Find a dataset',
  datasets: 'Datasets',
  nothingFound: 'No dataset matches the search',
  noDatasets: 'No datasets yet',
  howDatasetsCome: 'New dataset makes the first one.',
  sections: 'Sections',
  channels: 'Channels',
  size: 'Size',
  notAddedUpYet: '…',
  /** As long as the size that comes in its place; nobody sees it. */
  sizeToCome: ' · 000.00\u00a0MB',

  newDataset: 'New dataset',
  tissueType: 'Tissue type',
  device: 'Device',
  deleteDataset: 'Delete Dataset',
  askToDelete: 'Delete dataset',

  completeness: 'Completeness',
  completenessMap: 'Completeness map',
  copy: 'Copy',
  findingsCopied: 'Copied: what is missing, and what is there twice.',
});
