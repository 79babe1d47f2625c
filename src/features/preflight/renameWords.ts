import { gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** What the renaming of many files says. */
export const renameWords = gatherWords({
  renameFiles: (files: number) => `Rename ${counted(files, 'file')}`,
  apply: 'Apply',
  dataset: 'Dataset',
  name: 'Name',
  takeNumbers: 'Take the numbers from the names',
  whatNamesHold: (pattern: string) => `They seem to hold: ${pattern}`,
  firstSection: 'First section',
  channel: 'Channel',
  order: 'Order',
  orders: {
    name: 'By name',
    nameBackwards: 'By name, backwards',
    time: 'By time of change',
  },
  oldName: 'Old name',
  newName: 'New name',
  newNames: 'New names',

  /** What a new name would collide with: beside the name, and how many would. */
  collisions: {
    renamed: {
      inRow: 'Another of these files gets the same new name',
      inCount: (files: number) => `${counted(files, 'file')} would share a new name with each other`,
    },
    chosen: {
      inRow: 'Another chosen file has this name already',
      inCount: (files: number) => `${counted(files, 'file')} would get the name of another chosen file`,
    },
    server: {
      inRow: 'On the server already: to be skipped or replaced',
      inCount: (files: number) => `${counted(files, 'file')} would get the name of a file on the server`,
    },
  },
});
