import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** What the rules of an import from a mosaic say; `mosaicReport.ts` puts them into sentences. */
export const mosaicRuleWords = gatherWords({
  channel: (number: number) => `Channel ${String(number)}`,
  attribute: (name: string) => `Attribute ${name}`,

  otherFolderName: 'The folder of the dataset has another name',
  tooLong: (letters: number) => `It is longer than ${formatCount(letters)} letters`,
  withControl: 'It holds control characters',
  severalValues: 'It holds several values where the form takes one',
  noAttributes: 'It is neither a JSON object nor `name=value;name=value`',

  /** They follow "it has to be". */
  moreThanZero: 'more than 0 µm',
  wholeNumber: (most: number) => `a whole number from 1 to ${formatCount(most)}`,
  fewAttributes: (most: number) => `at most ${formatCount(most)} attributes`,
  countedChannel: (count: number) => `one of the channels 1 to ${formatCount(count)}, which the mosaic counts`,
  possibleChannel: (most: number) => `one of the channels 1 to ${formatCount(most)}`,

  renames: (is: string, was: string) =>
    `The mosaic is of “${is}”, this dataset is “${was}”: saving the import renames it. Is it the right file?`,
  tooManySections: (said: number, highest: number, hasZero: boolean, beyond: number) =>
    `${sectionsSaid(said, highest, hasZero)}: ${counted(beyond, 'section')} would count as too many.`,
  tooFewSections: (said: number, highest: number, hasZero: boolean, lacking: number) =>
    `${sectionsSaid(said, highest, hasZero)}: the last ${counted(lacking, 'section')} would count as missing.`,
  otherChannels: (said: number, found: readonly string[]) =>
    `The mosaic says ${counted(said, 'channel')}; the files here are of ${found.join(', ')}.`,
  otherSpelling: (other: string, says: string, used: string) =>
    `“${other}” says “${says}”; the newer “${used}” counts.`,
});

function sectionsSaid(said: number, highest: number, hasZero: boolean): string {
  const span = hasZero ? 'go from 0 to' : 'go up to';
  return `The mosaic says ${counted(said, 'section')}; the files here ${span} ${formatCount(highest)}`;
}
