import { formatCount, formatDecimal } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { metadataFieldWords } from './metadataFieldWords';

/** What the rules of the metadata form say, by the names of its fields. */
export const metadataRuleWords = gatherWords({
  notALength: (field: string, example: number) => `${field} has to be a number of µm, like ${formatDecimal(example)}`,
  notPositive: (field: string) => `${field} has to be more than 0 µm`,
  tooLarge: (field: string) => `${field} is too large a number`,
  sections: (most: number) =>
    `${metadataFieldWords.labels.physicalSections} has to be a whole number from 1 to ${formatCount(most)}`,
  bits: (most: number) =>
    `${metadataFieldWords.labels.bitDepth} has to be a whole number from 1 to ${formatCount(most)}`,
  channelNumber: 'A channel needs a whole number, 1 or more, as in ch01 of the file names',
  channelTwice: (number: number) => `Another channel has the number ${formatCount(number)} already`,
});
