import { assertNever } from '../../lib/assertNever';
import { shownName, shownText } from '../names/shownName';
import type { Mosaic } from './mosaicEntries';
import type { MosaicImport } from './mosaicImport';
import { MOSAIC_JSON_MAX_BYTES, MOSAIC_MAX_BYTES, type MosaicRefusal } from './mosaicReader';
import { isKept, type MosaicRow } from './mosaicVerdict';
import { mosaicWords } from './mosaicWords';

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
  if (isValid) return [mosaicWords.allThere];
  const leftOut = rows.filter((row) => !isKept(row));
  const unchecked = rows.filter(({ verdict }) => verdict.kind === 'unchecked');
  return [
    ...(leftOut.length > 0 ? [mosaicWords.leftOut(leftOut.length, namesOf(leftOut))] : []),
    ...(unchecked.length > 0 ? [mosaicWords.notChecked(unchecked.length, namesOf(unchecked))] : []),
    leftOut.length === rows.length ? mosaicWords.nothingTaken : mosaicWords.notValid,
  ];
}

function namesOf(rows: readonly MosaicRow[]): string {
  const named = rows.slice(0, FIELDS_NAMED).map(({ label }) => shownValue(label));
  return withMore(named, rows.length);
}

function withMore(named: readonly string[], all: number): string {
  const names = named.join(', ');
  return all > named.length ? mosaicWords.andMore(names, all - named.length) : names;
}

/** What happens to a field when the import is applied, and why. */
export function rowWords(row: MosaicRow): string {
  const { verdict, current } = row;
  switch (verdict.kind) {
    case 'taken':
      return current === '' ? mosaicWords.filledIn : mosaicWords.replaces;
    case 'same':
      return mosaicWords.same;
    case 'unchecked':
      return mosaicWords.unchecked;
    case 'missing':
      return leftOut(row, mosaicWords.missing(row.names.map(shownValue)));
    case 'empty':
      return leftOut(row, mosaicWords.empty);
    case 'notAllowed':
      return leftOut(row, mosaicWords.notAllowed, verdict.nearest);
    case 'unknownAttribute':
      return leftOut(row, mosaicWords.unknownAttribute, verdict.nearest);
    case 'wrongSponsor':
      return leftOut(row, mosaicWords.wrongSponsor);
    case 'notANumber':
      return leftOut(row, mosaicWords.notANumber);
    case 'outOfRange':
      return leftOut(row, mosaicWords.outOfRange(verdict.rule));
    case 'unfit':
      return leftOut(row, mosaicWords.unfit(verdict.why));
    default:
      return assertNever(verdict);
  }
}

function leftOut({ current, standIn }: MosaicRow, why: string, nearest?: string): string {
  const sentences = [why];
  if (current !== '') sentences.push(mosaicWords.formKeepsItsOwn);
  else if (standIn !== undefined) sentences.push(mosaicWords.standIn(standIn));
  if (nearest !== undefined) sentences.push(mosaicWords.isMeant(shownValue(nearest)));
  return sentences.join(' ');
}

/** Lines that could not be read, and names that stand there several times. */
export function problemWords({ unreadable: { count, first }, repeats }: Mosaic): readonly string[] {
  const repeated = repeats.map(({ name, line }) =>
    line === undefined ? mosaicWords.repeated(shownValue(name)) : mosaicWords.repeatedInLine(shownValue(name), line),
  );
  if (count === 0) return repeated;
  return [...repeated, mosaicWords.skipped(count, withMore(first.map(mosaicWords.line), count))];
}

/** Why a file can't be imported. `unreadable`: the disk does not give it. */
export function refusalWords(fileName: string, refusal: MosaicRefusal | 'unreadable'): string {
  const file = shownName(fileName);
  switch (refusal) {
    case 'tooLarge':
      return mosaicWords.tooLarge(file, MOSAIC_MAX_BYTES);
    case 'jsonTooLarge':
      return mosaicWords.jsonTooLarge(file, MOSAIC_JSON_MAX_BYTES);
    case 'empty':
      return mosaicWords.emptyFile(file);
    case 'noText':
      return mosaicWords.noText(file);
    case 'badJson':
      return mosaicWords.badJson(file);
    case 'noFields':
      return mosaicWords.noFields(file);
    case 'unreadable':
      return mosaicWords.unreadable(file);
    default:
      return assertNever(refusal);
  }
}
