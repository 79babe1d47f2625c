import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { FIELD_LABELS } from './metadataDraft';

/** What the rules of the metadata form say, by the names of its fields. */
export const metadataRuleWords = gatherWords({
  notALength: (field: string, example: number) => `${field} is a number of µm, like ${example}`,
  notPositive: (field: string) => `${field} is more than 0 µm`,
  tooLarge: (field: string) => `${field} is larger than any number here`,
  sections: (most: number) => `${FIELD_LABELS.physicalSections} is a whole number from 1 to ${formatCount(most)}`,
  bits: (most: number) => `${FIELD_LABELS.bitDepth} is a whole number from 1 to ${formatCount(most)}`,
  channelNumber: 'A channel has a whole number from 1 on, as in ch01 of the file names',
  channelTwice: (number: number) => `Another channel has the number ${number} already`,
});
