import { formatCount } from '../lib/formatNumber';
import { gatherWords } from '../lib/gatherWords';

/** What the parts that know no store say, and the words that many parts share. */
export const uiWords = gatherWords({
  loading: 'Loading...',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  areYouSure: 'Are you sure?',
  confirm: 'Confirm',
  /** Things that are told in one line are set apart by this. */
  between: ' · ',
  nothingChosen: '–',
  noReason: 'Unexpected error',

  selectAll: 'Select all',
  search: 'Search',
  /** How many of a list are in sight. */
  shownOf: (shown: number, all: number) => `${formatCount(shown)} of ${formatCount(all)}`,
  clearSearch: 'Clear search',

  create: 'Create',
  save: 'Save',
  delete: 'Delete',
  title: 'Title',
  description: 'Description',
  added: 'Added',
  /** Lists of choices, in the middle of a sentence. */
  tissueTypes: 'tissue types',
  devices: 'devices',
  notInList: (name: string) => `${name} (not in the list)`,
});
