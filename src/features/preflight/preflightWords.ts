import { ERROR_CATALOGUE } from '../../domain/failures/errorCatalogue';
import { KEY_MAX_BYTES, SEGMENT_MAX_BYTES } from '../../domain/names/storableKey';
import { UPLOAD_MAX_BYTES } from '../../domain/uploads/uploadPlan';
import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** What the upload screen says before anything is sent. */
export const preflightWords = gatherWords({
  dropToAdd: 'Drop to add to the files below',
  dropOrChoose: 'Drop files or folders here, or choose them:',
  totalSections: 'Total sections',
  ofUntoldFolders: 'For folders whose metadata does not say how many there are',
  upload: 'Upload',
  leaveOutInvalid: 'Leave out invalid files',

  chosenFiles: 'Chosen files',
  fileAndKey: 'File and key',
  size: 'Size',
  removeFile: (name: string) => `Remove ${name}`,
  newNameFor: (name: string) => `New name for ${name}`,
  noneForPlace: 'No chosen file is for this place',
  nothingChosen: 'Nothing chosen yet',
  howFilesAreNamed: 'Section images are named DATASET_NAME_SXXXXXX_LXX_chXX.tif. Nothing is sent before you say so.',
  sending: (files: number, bytes: number) => `${counted(files, 'file')}, ${formatBytes(bytes)}`,
  systemFilesLeftOut: (files: number) => `${counted(files, 'system file')} left out`,
  unreadable: (files: number) => `${formatCount(files)} could not be read`,
  reading: 'reading what was chosen…',

  showOnly: 'Show only',
  onlyPlace: (place: string, inSight: number, all: number) =>
    `Only ${place}: ${formatCount(inSight)} of ${formatCount(all)} chosen`,
  showAll: 'Show all',

  completenessOf: (folder: string) => `Completeness of ${folder}`,
  mapOf: (completeness: string) => `${completeness}, map`,
  missingElsewhere: (folders: number, files: number) =>
    `${counted(folders, 'more folder')}: after this upload ${counted(files, 'file')} will be missing there`,

  comparing: 'Comparing with what is on the server…',
  judgedOnceRead: 'What is wrong or missing is told once all of it is read.',
  notCompared:
    'What is on the server could not be read: files with the same keys would be replaced, and what will be missing is not known.',
  filesOnServer: 'Files on the server already',
  onServerAlready: (files: number) => `${counted(files, 'file')} on the server already:`,
  onServer: (bytes: number, time: string | undefined) =>
    `On the server: ${formatBytes(bytes)}${time === undefined ? '' : `, ${time}`}`,
  skip: 'Skip',
  skipFile: (name: string) => `Skip ${name}`,
  skipAll: 'Skip all',
  replace: 'Replace',
  replaceFile: (name: string) => `Replace ${name}`,
  replaceAll: 'Replace all',

  selectedFiles: 'Selected files',
  selected: (files: number) => `${counted(files, 'file')} selected:`,
  renameSelected: 'Rename selected',
  leaveOutSelected: 'Leave out selected',
  undoRenaming: (files: number) => `Undo renaming of ${counted(files, 'file')}`,

  /** What a row is, and how many are. */
  kinds: {
    invalid: {
      inRow: ERROR_CATALOGUE.invalidFileName.text,
      inCount: (files: number) => `${formatCount(files)} invalid`,
    },
    unstorable: {
      inRow: `The storage takes no such name: no control characters or backslashes, at most ${formatCount(SEGMENT_MAX_BYTES)} bytes for a name or folder, ${formatCount(KEY_MAX_BYTES)} in all`,
      inCount: (files: number) => `${formatCount(files)} with a name that the storage refuses`,
    },
    beyondTotal: {
      inRow: ERROR_CATALOGUE.sectionTooLarge.text,
      inCount: (files: number) => `${formatCount(files)} over the total`,
    },
    duplicate: {
      inRow: 'Another chosen file gets the same key',
      inCount: (files: number) => `${formatCount(files)} with the same key`,
    },
    tooLarge: {
      inRow: `Files over ${formatBytes(UPLOAD_MAX_BYTES)} can’t be uploaded`,
      inCount: (files: number) => `${formatCount(files)} over ${formatBytes(UPLOAD_MAX_BYTES)}`,
    },
    undecided: {
      inRow: 'On the server already: skip or replace it',
      inCount: (files: number) => `${formatCount(files)} on the server already`,
    },
    skipped: { inRow: 'Will be skipped', inCount: (files: number) => `${formatCount(files)} to skip` },
    replacing: {
      inRow: 'Will replace the file on the server',
      inCount: (files: number) => `${formatCount(files)} to replace`,
    },
    empty: { inRow: 'This file is empty', inCount: (files: number) => `${formatCount(files)} empty` },
    missingChannel: {
      inRow: 'This section lacks a channel that others have',
      inCount: (files: number) => `${formatCount(files)} with missing channels`,
    },
    nextToGap: {
      inRow: 'The section before or after this one is missing',
      inCount: (files: number) => `${formatCount(files)} next to a gap`,
    },
    system: {
      inRow: 'A file of the operating system, left out',
      inCount: (files: number) => `${formatCount(files)} left out (system)`,
    },
  },
});
