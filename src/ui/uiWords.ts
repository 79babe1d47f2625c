import { formatCount } from '../lib/formatNumber';
import { gatherWords, type WordsAround } from '../lib/gatherWords';

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

  section: 'section',
  mapHint: 'Arrow keys move, Page Up and Page Down go from gap to gap, Enter shows the files.',
  legend: {
    present: 'there already',
    sending: 'about to be sent',
    replacing: 'both: would be replaced',
    missing: 'missing',
    duplicate: 'more than once',
    unexpected: 'unexpected',
  },
  morePlaces: (count: number) => `, and ${formatCount(count)} more`,

  selectAll: 'Select all',
  search: 'Search',
  /** How many of a list are in sight. */
  shownOf: (shown: number, all: number) => `${formatCount(shown)} of ${formatCount(all)}`,
  clearSearch: 'Clear search',

  delete: 'Delete',
  deletePermanently: 'Delete permanently',
  nothingKept: 'Nothing is kept: it can’t be brought back.',
  /** Around the name of what goes. */
  willBeDeleted: (whatGoes: string): WordsAround => ({ before: '', after: ` will be deleted. ${whatGoes}` }),

  chooseFiles: 'Choose files',
  chooseFolder: 'Choose folder',
  filesToUpload: 'Files to upload',
  folderToUpload: 'Folder to upload',

  title: 'Title',
  notInList: (name: string) => `${name} (not in the list)`,
});
