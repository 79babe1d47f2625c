import { foldText, readsSame } from '@data-manager/lib/foldText';
import { isRecord } from '@data-manager/lib/isRecord';
import { nearestOf } from '@data-manager/lib/nearest';
import { parseJson } from '@data-manager/lib/parseJson';
import type { Result } from '@data-manager/lib/result';
import { cleanTitle, validateTitle, type TitleProblem } from '../names/title';
import { scalarText } from './mosaic';

/** The reason why a value is not imported. */
export type MosaicRejection =
  | {
      readonly kind:
        | 'missing'
        | 'empty'
        | 'wrongSponsor'
        | 'notANumber'
        | 'notPositive'
        | 'otherTitle'
        | 'controlCharacters'
        | 'multipleValues'
        | 'malformedAttributes';
    }
  | {
      readonly kind: 'notAllowed' | 'unknownAttribute';
      /** The closest match. */ readonly suggestion: string | undefined;
    }
  | { readonly kind: 'notAnInteger'; /** The integers from 1 to `max` are allowed. */ readonly max: number }
  | { readonly kind: 'tooLong'; /** UTF-16 code units. */ readonly max: number }
  | { readonly kind: 'tooManyAttributes'; readonly max: number }
  | {
      readonly kind: 'unknownChannel';
      readonly max: number;
      /** True if the mosaic gives the number of channels. */
      readonly isCounted: boolean;
    }
  | { readonly kind: 'invalidTitle'; readonly problem: TitleProblem };

/** A value that a field accepts, or the reason why it does not. */
export type ParsedValue<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      /** False if the list of allowed values is unavailable. */
      readonly isChecked: boolean;
    }
  | { readonly ok: false; readonly rejection: MosaicRejection };

/** A list from the server; undefined if the lists were not loaded. */
export type AllowedList<List> = Result<List, string> | undefined;

/** Limits of the server, in UTF-16 code units. */
const MAX_DESCRIPTION_LENGTH = 10_000;
const MAX_TEXT_LENGTH = 200;
/** No measured value has more characters. */
const MAX_NUMBER_LENGTH = 40;

// eslint-disable-next-line no-control-regex -- control characters are part of the pattern
const CONTROL = /[\u0000-\u001f]/;
// eslint-disable-next-line no-control-regex -- control characters are part of the pattern
const CONTROL_EXCEPT_LINE_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** Accepts a value. */
function accept<Value>(value: Value): ParsedValue<Value> {
  return { ok: true, value, isChecked: true };
}

/** Rejects a value. */
export function reject(rejection: MosaicRejection): ParsedValue<never> {
  return { ok: false, rejection };
}

/** A value of a mosaic after parsing. */
export interface ImportedValue<Value> {
  readonly parsed: ParsedValue<Value>;
  /** As written in the mosaic. */
  readonly text: string;
}

/**
 * Parses a value of a mosaic.
 * @param raw undefined if the mosaic does not contain the name
 */
export function parseValue<Value>(raw: unknown, parse: (text: string) => ParsedValue<Value>): ImportedValue<Value> {
  if (raw === undefined) return { parsed: reject({ kind: 'missing' }), text: '' };
  const text = scalarText(raw);
  if (text === undefined) return { parsed: reject({ kind: 'multipleValues' }), text: '{…}' };
  if (text === '') return { parsed: reject({ kind: 'empty' }), text };
  return { parsed: parse(text), text };
}

/** Parses a dataset title. */
export function parseTitle(text: string): ParsedValue<string> {
  const problem = validateTitle(text);
  return problem === undefined ? accept(cleanTitle(text)) : reject({ kind: 'invalidTitle', problem });
}

/** Accepts only the title that the dataset's folder already has. */
export function parseFixedTitle(title: string | undefined): (text: string) => ParsedValue<string> {
  return (text) => (cleanTitle(text) === title ? accept(title) : reject({ kind: 'otherTitle' }));
}

/** Parses a text that may have several lines. */
export function parseDescription(text: string): ParsedValue<string> {
  return parseText(text, MAX_DESCRIPTION_LENGTH, CONTROL_EXCEPT_LINE_BREAKS);
}

/** Parses a short text on one line, such as a name or an option. */
export function parseShortText(text: string): ParsedValue<string> {
  return parseText(text, MAX_TEXT_LENGTH, CONTROL);
}

/** Parses a length in µm, with or without the unit. German scanner files use a decimal comma. */
export function parseMicrometres(text: string): ParsedValue<number> {
  if (text.length > MAX_NUMBER_LENGTH) return reject({ kind: 'notANumber' });
  const number = parseNumber(text.replace(/\s*[uµμ]m$/i, '').replace(/^([^.,]*),([^.,]*)$/, '$1.$2'));
  if (number === undefined) return reject({ kind: 'notANumber' });
  return number > 0 && Number.isFinite(number) ? accept(number) : reject({ kind: 'notPositive' });
}

/** Parses an integer from 1 to `max`. A comma is not accepted, because it may be a thousands separator. */
export function parseInteger(max: number): (text: string) => ParsedValue<number> {
  return (text) => {
    const number = parseNumber(text);
    if (number === undefined) return reject({ kind: 'notANumber' });
    return Number.isInteger(number) && number >= 1 && number <= max
      ? accept(number)
      : reject({ kind: 'notAnInteger', max });
  };
}

/** Matches an option case-insensitively and returns the list's spelling. Without the list, the text is not checked. */
export function parseOption(list: AllowedList<readonly string[]>): (text: string) => ParsedValue<string> {
  return (text) => {
    const short = parseShortText(text);
    if (!short.ok) return short;
    if (list?.ok !== true) return { ...short, isChecked: false };
    const option = list.value.find((one) => readsSame(one, text));
    if (option !== undefined) return accept(option);
    return reject({ kind: 'notAllowed', suggestion: nearestOf(text, list.value) });
  };
}

/** Like `parseOption`, but upper-cased (specification, section 5). */
export function parseDevice(list: AllowedList<readonly string[]>): (text: string) => ParsedValue<string> {
  const upperCased = list?.ok === true ? { ...list, value: list.value.map((name) => name.toUpperCase()) } : list;
  return (text) => parseOption(upperCased)(text.toUpperCase());
}

/** Accepts only the signed-in sponsor's id. Ids are case-sensitive. */
export function parseSponsor(sponsorId: string): (text: string) => ParsedValue<string> {
  return (text) => (text === sponsorId ? accept(text) : reject({ kind: 'wrongSponsor' }));
}

function parseText(text: string, max: number, forbidden: RegExp): ParsedValue<string> {
  if (text.length > max) return reject({ kind: 'tooLong', max });
  return forbidden.test(text) ? reject({ kind: 'controlCharacters' }) : accept(text);
}

function parseNumber(text: string): number | undefined {
  if (text.length > MAX_NUMBER_LENGTH || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  return Number(text);
}

/** Attribute → value, as written. */
export type WrittenAttributes = ReadonlyMap<string, unknown>;

/** Parses an object or `key=value;key=value`. Of names that differ only in case, the last one counts. */
export function parseAttributes(value: unknown): WrittenAttributes | undefined {
  if (isRecord(value)) return lastOfEach(Object.entries(value));
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text.startsWith('{')) {
    const parsed = parseJson(text);
    return isRecord(parsed) ? lastOfEach(Object.entries(parsed)) : undefined;
  }
  const pairs = text.split(';').filter((pair) => pair.trim() !== '');
  if (pairs.some((pair) => pair.indexOf('=') < 1)) return undefined;
  return lastOfEach(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

function lastOfEach(entries: readonly (readonly [string, unknown])[]): WrittenAttributes {
  const byFolded = new Map(entries.map(([name, value]) => [foldText(name), [name.trim(), value] as const]));
  return new Map([...byFolded.values()].filter(([name]) => name !== ''));
}
