import { nearestOf } from '../../lib/nearest';
import type { Result } from '../../lib/result';
import { cleanTitle, titleProblem } from '../names/title';
import { mosaicRuleWords } from './mosaicRuleWords';
import type { MosaicObjection } from './mosaicVerdict';

/** A value that a field takes, or why it does not. */
export type Reading<Value> =
  | {
      readonly value: Value;
      /** False where the list that it should be in is not there. */
      readonly isChecked: boolean;
    }
  | { readonly objection: MosaicObjection };

/** A list of the server's; undefined where none was loaded. */
export type AllowedList<List> = Result<List, string> | undefined;

/** Longest texts that the server takes, in UTF-16 code units. */
const LONGEST_DESCRIPTION = 10_000;
const LONGEST_WORDS = 200;
/** A longer number is none that somebody measured. */
const LONGEST_NUMBER = 40;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f]/;
// eslint-disable-next-line no-control-regex -- a description has lines
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** A value that is taken as it is. */
function taken<Value>(value: Value): Reading<Value> {
  return { value, isChecked: true };
}

/** Keeps to the rules of titles. */
export function readTitle(text: string): Reading<string> {
  const problem = titleProblem(text);
  return problem === undefined ? taken(cleanTitle(text)) : unfit(problem);
}

/** Takes no other title than the one that is there. */
export function readKeptTitle(kept: string | undefined): (text: string) => Reading<string> {
  return (text) => (cleanTitle(text) === kept ? taken(kept) : unfit(mosaicRuleWords.otherFolderName));
}

/** A text of several lines. */
export function readDescription(text: string): Reading<string> {
  return readText(text, LONGEST_DESCRIPTION, CONTROL_BUT_LINES);
}

/** A few words: a name, an option. */
export function readWords(text: string): Reading<string> {
  return readText(text, LONGEST_WORDS, CONTROL);
}

/** A length in µm, maybe with the unit behind it; the decimal mark may be a comma, as in German scanner files. */
export function readMicrometres(text: string): Reading<number> {
  if (text.length > LONGEST_NUMBER) return { objection: { kind: 'notANumber' } };
  const number = numberIn(text.replace(/\s*[uµμ]m$/i, '').replace(/^([^.,]*),([^.,]*)$/, '$1.$2'));
  if (number === undefined) return { objection: { kind: 'notANumber' } };
  if (number > 0 && Number.isFinite(number)) return taken(number);
  return { objection: { kind: 'outOfRange', rule: mosaicRuleWords.moreThanZero } };
}

/** A whole number from 1 to `most`. No comma is read: it may part thousands. */
export function readCount(most: number): (text: string) => Reading<number> {
  return (text) => {
    const number = numberIn(text);
    if (number === undefined) return { objection: { kind: 'notANumber' } };
    if (Number.isInteger(number) && number >= 1 && number <= most) return taken(number);
    return { objection: { kind: 'outOfRange', rule: mosaicRuleWords.wholeNumber(most) } };
  };
}

/** The option that is meant, in its own spelling; case does not count. Without the list, the text as it is. */
export function readOption(list: AllowedList<readonly string[]>): (text: string) => Reading<string> {
  return (text) => {
    const words = readWords(text);
    if ('objection' in words) return words;
    if (list?.ok !== true) return { ...words, isChecked: false };
    const folded = foldText(text);
    const option = list.value.find((one) => foldText(one) === folded);
    if (option !== undefined) return taken(option);
    return { objection: { kind: 'notAllowed', nearest: nearestOf(text, list.value) } };
  };
}

/** As an option, but upper-cased (specification, section 5). */
export function readDevice(list: AllowedList<readonly string[]>): (text: string) => Reading<string> {
  const upperCased = list?.ok === true ? { ...list, value: list.value.map((name) => name.toUpperCase()) } : list;
  return (text) => readOption(upperCased)(text.toUpperCase());
}

/** Ids are matched as they are. */
export function readSponsor(sponsorId: string): (text: string) => Reading<string> {
  return (text) => (text === sponsorId ? taken(text) : { objection: { kind: 'wrongSponsor' } });
}

/** What differs in case alone folds to the same. */
export function foldText(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/**
 * The objection to a value that can't be what the field holds.
 * @param why a sentence without its full stop
 */
export function unfit(why: string): { readonly objection: MosaicObjection } {
  return { objection: { kind: 'unfit', why } };
}

function readText(text: string, longest: number, forbidden: RegExp): Reading<string> {
  if (text.length > longest) return unfit(mosaicRuleWords.tooLong(longest));
  return forbidden.test(text) ? unfit(mosaicRuleWords.withControl) : taken(text);
}

function numberIn(text: string): number | undefined {
  if (text.length > LONGEST_NUMBER || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  return Number(text);
}
