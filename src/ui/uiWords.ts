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
  nothingChosen: '–',
  noReason: 'Unexpected error',

  selectAll: 'Select all',
  search: 'Search',
  /** How many of a list are in sight. */
  shownOf: (shown: number, all: number) => `${formatCount(shown)} of ${formatCount(all)}`,
  clearSearch: 'Clear search',

  delete: 'Delete',
  title: 'Title',
  notInList: (name: string) => `${name} (not in the list)`,
});
