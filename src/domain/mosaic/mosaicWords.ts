import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { asSentence, gatherWords } from '../../lib/gatherWords';
import { counted, plural } from '../../lib/plural';

/** What is said of an import from a mosaic; `mosaicReport.ts` chooses among it. Names are given as they are shown. */
export const mosaicWords = gatherWords({
  /** Of the whole import. */
  allThere: 'Every field was there and allowed.',
  leftOut: (fields: number, names: string) =>
    `${counted(fields, 'field')} ${plural(fields, 'was', 'were')} left out: ${names}.`,
  notChecked: (fields: number, names: string) =>
    `${counted(fields, 'field')} ${plural(fields, 'was', 'were')} not checked: ${names}.`,
  andMore: (names: string, more: number) => `${names}, and ${formatCount(more)} more`,
  nothingTaken: 'Nothing can be taken from it.',
  notValid: 'The import is not valid as a whole: apply what is, and fill in the rest by hand.',

  /** Of a field when the import is applied. */
  filledIn: 'Will be filled in.',
  replaces: 'Will replace what the form says.',
  same: 'Stays as it is: both say the same.',
  unchecked: 'Will be taken unchecked: the server’s list of what is allowed can’t be used. Check it yourself.',
  missing: (names: readonly string[]) =>
    `Left out: the mosaic has no ${names.map((name) => `“${name}”`).join(' or ')}.`,
  empty: 'Left out: it is empty in the mosaic.',
  notAllowed: 'Left out: it is not among the allowed values.',
  unknownAttribute: 'Left out: the server’s list has no such attribute.',
  wrongSponsor:
    'Left out: it names another sponsor than the one you are signed in for. Make sure that it is your file.',
  notANumber: 'Left out: it is not a number.',
  outOfRange: (rule: string) => `Left out: it has to be ${rule}.`,
  unfit: (why: string) => `Left out. ${asSentence(why)}`,
  /** They follow why a field is left out. */
  formKeepsItsOwn: 'The form keeps its own.',
  standIn: (value: string) => `It will say “${value}”.`,
  isMeant: (value: string) => `Is “${value}” meant?`,

  /** Of the file. */
  repeated: (name: string) => `“${name}” appears several times, with different values: the last one counts.`,
  repeatedInLine: (name: string, line: number) =>
    `“${name}” appears several times, with different values: the last one counts, in line ${formatCount(line)}.`,
  line: (line: number) => formatCount(line),
  skipped: (lines: number, numbers: string) =>
    plural(
      lines,
      `1 line holds no name with a value and was skipped: line ${numbers}.`,
      `${counted(lines, 'line')} hold no name with a value and were skipped: lines ${numbers}.`,
    ),

  /** Why it can't be imported. */
  tooLarge: (file: string, most: number) =>
    `${file} is larger than ${formatBytes(most)}, more than any mosaic holds. Choose the Mosaic text file of the scan. Nothing was changed.`,
  jsonTooLarge: (file: string, most: number) =>
    `${file} is JSON of more than ${formatBytes(most)}, more than the fields of a mosaic need. Choose the file that holds them alone. Nothing was changed.`,
  emptyFile: (file: string) =>
    `${file} is empty. Its copy may have been interrupted: look at it where it was written. Nothing was changed.`,
  noText: (file: string) =>
    `${file} is not a text: it may be an image or an archive. Choose the Mosaic text file of the scan. Nothing was changed.`,
  badJson: (file: string) =>
    `${file} begins like JSON but can’t be read as JSON: it may be cut off. Look at it where it was written. Nothing was changed.`,
  noFields: (file: string) =>
    `${file} holds none of the fields of a mosaic, like “sections:” or “san_name:”. Choose the Mosaic text file of the scan. Nothing was changed.`,
  unreadable: (file: string) =>
    `${file} can’t be read from the disk: it was moved, changed or closed to this browser. Choose it again. Nothing was changed.`,
});
