import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';

/** What is wrong with names and titles, and how they should be. */
export const namingWords = gatherWords({
  noTitle: 'Please enter a title',
  titleTooLong: (bytes: number) =>
    `A title has at most ${formatCount(bytes)} bytes: that many plain letters, fewer of others`,
  titleWithSlash: 'A title may not contain / or \\',
  titleWithControl: 'A title may not contain control characters',
  titleWithHalves: 'A title may not contain broken characters',
  titleReserved: (title: string) => `“${title}” can’t be used as a title`,
  titleTaken: 'This title is in use already',

  /** What the grammar of file names wants in each part. */
  hints: {
    prefix: 'the name of the dataset, without slashes',
    section: 'S and six digits, like S000123',
    layer: 'L and two digits, like L01',
    channel: 'ch and two digits, like ch02',
    extension: '.tif or .tiff',
  },
  /** Where a generated name would break. */
  renameProblems: {
    dataset: 'Dataset: a name without slashes',
    name: 'Name: a name without slashes',
    section: 'First section: 0 to 999999 for every file',
    channel: 'Channel: 0 to 99',
  },
  /** What names seem to hold. */
  patternOfTags: 'section after “S”, channel after “ch”',
  patternOfSixDigits: 'two digits of the channel (from 00) and four of the section after “ch”',
  patternOfLastNumber: 'section in the last number',
});
