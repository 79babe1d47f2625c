import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted, plural } from '../../lib/plural';

/** When something is said of: now, or once what is chosen is uploaded. */
const is = (count: number, isForecast: boolean) => (isForecast ? 'will be' : plural(count, 'is', 'are'));

/** What is said of how complete a dataset is, or will be after an upload. */
export const completenessWords = gatherWords({
  allThere: (expected: number, isForecast: boolean) => {
    const files = expected === 1 ? 'the 1 file' : `all ${counted(expected, 'file')}`;
    return sentence(`${files} ${is(expected, isForecast)} there`, isForecast);
  },
  missing: (missing: number, expected: number, isForecast: boolean) =>
    sentence(`${formatCount(missing)} of ${counted(expected, 'file')} ${is(missing, isForecast)} missing`, isForecast),
  duplicates: (images: number, isForecast: boolean) =>
    `${counted(images, 'image')} ${isForecast ? 'would be' : plural(images, 'is', 'are')} there more than once`,
  beyond: (sections: number, first: number, last: number) => `${counted(sections, 'section')} outside ${first}–${last}`,
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
  placeWillBeUnexpected: 'a file that nobody expects',
  placeEmpty: 'nothing, and nothing expected',
});

function sentence(words: string, isForecast: boolean): string {
  return isForecast ? `After this upload ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}
