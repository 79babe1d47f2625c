import { formatCount, formatDecimal } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { metadataFieldWords } from './metadataFieldWords';

/** What the rules of the metadata form say, by the names of its fields. */
export const metadataRuleWords = gatherWords({
  notALength: (field: string, example: number) => `${field} is a number of µm, like ${formatDecimal(example)}`,
  notPositive: (field: string) => `${field} is more than 0 µm`,
  tooLarge: (field: string) => `${field} is larger than any number here`,
  sections: (most: number) =>
    `${metadataFieldWords.labels.physicalSections} is a whole number from 1 to ${formatCount(most)}`,
  bits: (most: number) => `${metadataFieldWords.labels.bitDepth} is a whole number from 1 to ${formatCount(most)}`,
  channelNumber: 'A channel has a whole number from 1 on, as in ch01 of the file names',
  channelTwice: (number: number) => `Another channel has the number ${formatCount(number)} already`,
});
