import { formatCount } from '../../lib/formatNumber';
import { gatherWords, type WordsAround } from '../../lib/gatherWords';

/** What the metadata's panel and form say, but for the names of the fields, which are the domain's. */
export const metadataWords = gatherWords({
  metadata: 'Metadata',
  editMetadata: 'Edit metadata',
  metadataForm: 'Metadata form',
  nobodyDescribed:
    'Nobody has described this folder yet. Its metadata says how large a pixel is, and which sections and channels should be here: what is missing is shown then.',
  notKnownYet: (fields: readonly string[]) => `Not known yet: ${fields.join(', ')}`,
  formNotLoaded: 'The form could not be loaded',

  folderName: 'The folder’s name',
  filesMove: 'Its files move with the name',
  projectSponsor: 'The project’s sponsor',
  aboutPixelSize: 'µm, edge of a pixel',
  aboutSpacing: 'µm, from section to section',
  aboutSections: 'Of the whole sample',
  aboutBitDepth: 'Bits of a pixel’s value',
  /** Lists of choices, in the middle of a sentence. */
  attributes: 'attributes',
  modalities: (which: string) => `${which} modalities`,

  addChannel: 'Add channel',
  aboutChannelNumber: 'The number is the one in the file names: 2 for ch02',
  channel: (number: string) => `channel ${number}`,
  channelInRow: (row: number) => `channel in row ${formatCount(row)}`,
  numberOf: (channel: string) => `Number of ${channel}`,
  nameOf: (channel: string) => `Name of ${channel}`,
  moveUp: (channel: string) => `Move ${channel} up`,
  moveDown: (channel: string) => `Move ${channel} down`,
  remove: (channel: string) => `Remove ${channel}`,

  changesKept: 'Your changes from before were kept. They are not saved yet.',
  discardThem: 'Discard them',
  valuesImported: 'The imported values stand in the form. Nothing is saved yet.',
  takeImportBack: 'Take the import back',
  leaveWithoutSaving: 'Leave without saving?',
  leave: 'Leave',
  /** Around the dataset's name. */
  whatLeavingMeans: {
    before: 'What you changed in the metadata of ',
    after: ' is not saved. If you leave, it is lost.',
  } satisfies WordsAround,
});
