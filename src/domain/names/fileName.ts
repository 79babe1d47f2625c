import { err, ok, type Result } from '../../lib/result';
import { MAX_CHANNEL, MAX_SECTION } from '../constants';
import { namingWords } from './namingWords';

/** A name in the grammar `DATASET_NAME_SXXXXXX_LXX_chXX.tif`, taken apart. */
export interface ParsedFileName {
  /** `DATASET_NAME`: everything before the section. */
  readonly prefix: string;
  readonly section: number;
  /** As written, `S000123`. */
  readonly sectionName: string;
  readonly layer: number;
  readonly channel: number;
  /** As written, without the dot: `tif`, `TIFF`. */
  readonly extension: string;
}

type FileNamePart = 'prefix' | 'section' | 'layer' | 'channel' | 'extension';

/** One thing that is wrong with a name, and where: `start` to `end` (exclusive); both alike where a part is missing. */
export interface FileNameProblem {
  readonly part: FileNamePart;
  readonly start: number;
  readonly end: number;
  /** What the grammar wants there, in words. */
  readonly hint: string;
}

/** A name in which nothing is wrong: of a hundred thousand nearly all are such, and are read in one go. */
const GOOD_NAME =
  // eslint-disable-next-line no-control-regex -- control characters are what a prefix may not hold
  /^([^/\\\u0000-\u001f\u007f]+)_(S(\d{6}))_L(\d{2})_ch(\d{2})\.([tT][iI][fF][fF]?)$/;

/** The parts behind the prefix, last first: how each is written, and what is taken for a failed try at it. */
const TAIL = [
  { part: 'channel', strict: /^ch\d{2}$/, attempt: /^(?:channel|ch?)(?:[- ]?\d\w*)?$/i },
  { part: 'layer', strict: /^L\d{2}$/, attempt: /^(?:layer|l)(?:[- ]?\d\w*)?$/i },
  { part: 'section', strict: /^S\d{6}$/, attempt: /^(?:section|s)(?:[- ]?\d\w*)?$/i },
] as const;

/** What no part of a file name may hold: slashes and control characters. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
export const FORBIDDEN_IN_NAME = /[/\\\u0000-\u001f\u007f]/;

/**
 * Reads a file name (without folders). A name that breaks the grammar comes back as the list of what is wrong in it,
 * from left to right.
 */
export function parseFileName(name: string): Result<ParsedFileName, readonly FileNameProblem[]> {
  const good = GOOD_NAME.exec(name);
  if (good === null) return err(findProblems(name));
  const [, prefix = '', section = '', digits, layer, channel, extension = ''] = good;
  return ok({
    prefix,
    section: Number(digits),
    sectionName: section,
    layer: Number(layer),
    channel: Number(channel),
    extension,
  });
}

function findProblems(name: string): readonly FileNameProblem[] {
  const problems: FileNameProblem[] = [];
  const report = (part: FileNamePart, start: number, end: number) =>
    problems.unshift({ part, start, end, hint: namingWords.hints[part] });

  const dot = name.lastIndexOf('.');
  const stemEnd = dot < 0 ? name.length : dot;
  const extension = name.slice(stemEnd + 1);
  if (!/^tiff?$/i.test(extension)) report('extension', stemEnd, name.length);

  let prefix = name.slice(0, stemEnd);
  for (const { part, strict, attempt } of TAIL) {
    const start = prefix.lastIndexOf('_') + 1;
    const text = prefix.slice(start);
    if (!strict.test(text)) {
      if (!attempt.test(text)) {
        // Not even a try: the part is missing here, and the text belongs to a part further left.
        report(part, prefix.length, prefix.length);
        continue;
      }
      report(part, start, prefix.length);
    }
    prefix = prefix.slice(0, Math.max(0, start - 1));
  }
  if (prefix === '' || FORBIDDEN_IN_NAME.test(prefix)) report('prefix', 0, prefix.length);
  return problems;
}

/** What a generated name is made of. Whole numbers: section 0–999999, channel 0–99. */
export interface FileNameParts {
  readonly dataset: string;
  readonly name: string;
  readonly section: number;
  readonly channel: number;
}

/**
 * `{dataset}_{name}_S{6-digit section}_L01_ch{2-digit channel}.tif` (specification, section 9). Throws a RangeError
 * for numbers that do not fit their digits: they would make a name that means another section.
 */
export function generateFileName({ dataset, name, section, channel }: FileNameParts): string {
  if (!isWholeUpTo(MAX_SECTION, section)) throw new RangeError(`No six-digit section: ${section}`);
  if (!isWholeUpTo(MAX_CHANNEL, channel)) throw new RangeError(`No two-digit channel: ${channel}`);
  return `${dataset}_${name}_${sectionName(section)}_L01_${channelCode(channel)}.tif`;
}

/** Whether it is a whole number from 0 to `highest`. */
export function isWholeUpTo(highest: number, value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= highest;
}

/** A layer's or channel's number as names have it: `02`. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** A section as names have it: `S000123`. */
export function sectionName(section: number): string {
  return `S${String(section).padStart(6, '0')}`;
}

/** A channel as names have it: `ch02`. */
export function channelCode(channel: number): string {
  return `ch${twoDigits(channel)}`;
}
