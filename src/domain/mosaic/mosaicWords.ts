import { formatBytes } from '../../lib/formatBytes';
import { assertNever } from '../../lib/assertNever';
import { counted, plural } from '../../lib/plural';
import type { Mosaic } from './mosaicEntries';
import type { MosaicImport } from './mosaicImport';
import { MOSAIC_JSON_MAX_BYTES, MOSAIC_MAX_BYTES, type MosaicRefusal } from './mosaicReader';
import { isKept, type MosaicRow } from './mosaicVerdict';
import { shownName, shownText } from '../names/shownName';
import { formatCount } from '../../lib/formatNumber';

/** So much of a value is enough to know it by. */
const LONGEST_SHOWN = 200;
/** So many fields are named in the head; all of them stand in the table. */
const FIELDS_NAMED = 6;

/** A value as the comparison shows it. */
export function shownValue(text: string): string {
  const isLong = text.length > LONGEST_SHOWN;
  return shownText(isLong ? `${text.slice(0, LONGEST_SHOWN).replace(/[\ud800-\udbff]$/, '')}…` : text);
}

/** What became of the whole import, in a few sentences. */
export function headWords({ rows, isValid }: MosaicImport): readonly string[] {
  if (isValid) return ['Every field was there and allowed.'];
  const leftOut = rows.filter((row) => !isKept(row));
  const unchecked = rows.filter(({ verdict }) => verdict.kind === 'unchecked');
  const words: string[] = [];
  if (leftOut.length > 0) words.push(fieldWords(leftOut, 'left out'));
  if (unchecked.length > 0) words.push(fieldWords(unchecked, 'not checked'));
  const rest =
    leftOut.length === rows.length
      ? 'Nothing of it can be taken.'
      : 'The import is not valid as a whole: apply what is, and fill in the rest by hand.';
  return [...words, rest];
}

function fieldWords(rows: readonly MosaicRow[], what: string): string {
  const named = rows.slice(0, FIELDS_NAMED).map(({ label }) => shownValue(label));
  const more = rows.length > FIELDS_NAMED ? `, and ${formatCount(rows.length - FIELDS_NAMED)} more` : '';
  return `${counted(rows.length, 'field')} ${plural(rows.length, 'was', 'were')} ${what}: ${named.join(', ')}${more}.`;
}

/** What happens to a field when the import is applied, and why. */
export function rowWords(row: MosaicRow): string {
  const { verdict, current } = row;
  switch (verdict.kind) {
    case 'taken':
      return current === '' ? 'Will be filled in.' : 'Will replace what the form says.';
    case 'same':
      return 'Stays as it is: both say the same.';
    case 'unchecked':
      return 'Will be taken unchecked: the server’s list of what is allowed can’t be used. Check it yourself.';
    case 'missing':
      return leftOut(row, `the mosaic has no ${row.names.map((name) => `“${shownValue(name)}”`).join(' or ')}`);
    case 'empty':
      return leftOut(row, 'it is empty in the mosaic');
    case 'notAllowed':
      return `${leftOut(row, 'it is not among the allowed values')}${meantWords(verdict.nearest)}`;
    case 'unknownAttribute':
      return `${leftOut(row, 'the server’s list has no such attribute')}${meantWords(verdict.nearest)}`;
    case 'wrongSponsor':
      return leftOut(
        row,
        'it names another sponsor than the one you are signed in for. Make sure that it is your file',
      );
    case 'notANumber':
      return leftOut(row, 'it is not a number');
    case 'outOfRange':
      return leftOut(row, `it has to be ${verdict.rule}`);
    case 'unfit':
      return leftOut(row, `${verdict.why.charAt(0).toLowerCase()}${verdict.why.slice(1)}`);
    default:
      return assertNever(verdict);
  }
}

function leftOut({ current, standIn }: MosaicRow, why: string): string {
  if (current !== '') return `Left out: ${why}. The form keeps its own.`;
  return `Left out: ${why}.${standIn === undefined ? '' : ` It will say “${standIn}”.`}`;
}

function meantWords(nearest: string | undefined): string {
  return nearest === undefined ? '' : ` Is “${shownValue(nearest)}” meant?`;
}

/** Lines that could not be read, and names that stand there several times. */
export function problemWords({ unreadable: { count, first }, repeats }: Mosaic): readonly string[] {
  const words = repeats.map(({ name, line }) => {
    const where = line === undefined ? '' : `, in line ${formatCount(line)}`;
    return `“${shownValue(name)}” stands there several times, with different values: the last one counts${where}.`;
  });
  if (count === 0) return words;
  const more = count > first.length ? `, and ${formatCount(count - first.length)} more` : '';
  const numbers = `${first.map((line) => formatCount(line)).join(', ')}${more}`;
  return [
    ...words,
    count === 1
      ? `1 line holds no name with a value and was skipped: line ${numbers}.`
      : `${counted(count, 'line')} hold no name with a value and were skipped: lines ${numbers}.`,
  ];
}

/** Why a file can't be imported. `unreadable`: the disk does not give it. */
export function refusalWords(fileName: string, refusal: MosaicRefusal | 'unreadable'): string {
  return `${shownName(fileName)} ${refusalReason(refusal)} Nothing was changed.`;
}

function refusalReason(refusal: MosaicRefusal | 'unreadable'): string {
  switch (refusal) {
    case 'tooLarge':
      return `is larger than ${formatBytes(MOSAIC_MAX_BYTES)}, more than any mosaic holds. Choose the Mosaic text file of the scan.`;
    case 'jsonTooLarge':
      return `is JSON of more than ${formatBytes(MOSAIC_JSON_MAX_BYTES)}, more than the fields of a mosaic need. Choose the file that holds them alone.`;
    case 'empty':
      return 'is empty. Its copy may have been interrupted: look at it where it was written.';
    case 'noText':
      return 'is not a text: it may be an image or an archive. Choose the Mosaic text file of the scan.';
    case 'badJson':
      return 'begins like JSON but can’t be read as JSON: it may be cut off. Look at it where it was written.';
    case 'noFields':
      return 'holds none of the fields of a mosaic, like “sections:” or “san_name:”. Choose the Mosaic text file of the scan.';
    case 'unreadable':
      return 'can’t be read from the disk: it was moved, changed or closed to this browser. Choose it again.';
    default:
      return assertNever(refusal);
  }
}
