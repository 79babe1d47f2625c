import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted, plural } from '../../lib/plural';

/** What is said of how complete a dataset is, or will be after an upload. */
export const completenessWords = gatherWords({
  /** As it is. */
  now: {
    complete: (expected: number) =>
      plural(expected, 'The 1 file is there', `All ${counted(expected, 'file')} are there`),
    missing: (missing: number, expected: number) =>
      `${formatCount(missing)} of ${counted(expected, 'file')} ${plural(missing, 'is', 'are')} missing`,
    duplicates: (images: number) => `${counted(images, 'image')} ${plural(images, 'is', 'are')} there more than once`,
  },
  /** Once what is chosen is uploaded. */
  forecast: {
    complete: (expected: number) =>
      plural(
        expected,
        'After this upload the 1 file will be there',
        `After this upload all ${counted(expected, 'file')} will be there`,
      ),
    missing: (missing: number, expected: number) =>
      `After this upload ${formatCount(missing)} of ${counted(expected, 'file')} will be missing`,
    duplicates: (images: number) => `${counted(images, 'image')} would be there more than once`,
  },
  beyond: (sections: number, first: number, last: number) =>
    `${counted(sections, 'section')} outside ${String(first)}–${String(last)}`,
  unknownChannels: (channels: number) => `${counted(channels, 'channel')} unknown to the metadata`,

  /** What is at one place of the map. */
  place: (place: string, state: string) => `${place}: ${state}`,
  placeMissing: 'missing',
  placeWillMiss: 'missing after this upload',
  placePresent: 'there',
  placePresentAlready: 'there already',
  placeSending: 'about to be sent',
  placeReplacing: 'there already, and about to be replaced',
  placeFiles: (files: number) => counted(files, 'file'),
  placeUnexpected: 'there, though the metadata does not have this channel',
  placeWillBeUnexpected: 'about to be sent, though the metadata does not have this channel',
  placeEmpty: 'nothing, and nothing expected',
});
