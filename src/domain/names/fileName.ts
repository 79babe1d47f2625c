import { MAX_CHANNEL, MAX_SECTION } from '../constants';

/** The numbers in a file name of the form `DATASET_NAME_SXXXXXX_LXX_chXX.tif`. */
export interface ParsedFileName {
  readonly section: number;
  /** As written, `S000123`. */
  readonly sectionName: string;
  readonly layer: number;
  readonly channel: number;
}

/** The code of the digit 0. */
const ZERO = 0x30;

const FILE_NAME =
  // eslint-disable-next-line no-control-regex -- a prefix contains no control characters
  /^[^/\\\u0000-\u001f\u007f]+_S\d{6}_L\d{2}_ch\d{2}\.[tT][iI][fF][fF]?$/;

/** Matches slashes, backslashes and control characters, which no part of a file name may contain. */
// eslint-disable-next-line no-control-regex -- control characters are part of the pattern
export const FORBIDDEN_IN_NAME = /[/\\\u0000-\u001f\u007f]/;

/** Parses a file name (without folders). Returns undefined if it does not follow the naming format. */
export function parseFileName(name: string): ParsedFileName | undefined {
  if (!FILE_NAME.test(name)) return undefined;
  // The numbers have fixed places. Capturing groups would take twice the time, and lists have 100,000 names.
  const start = name.lastIndexOf('_S') + 1;
  return {
    section: numberAt(name, start + 1, 6),
    sectionName: name.slice(start, start + 7),
    layer: numberAt(name, start + 9, 2),
    channel: numberAt(name, start + 14, 2),
  };
}

/** Reads a number of a fixed width. All characters must be digits. */
function numberAt(text: string, start: number, width: number): number {
  let number = 0;
  for (let index = start; index < start + width; index += 1) number = number * 10 + text.charCodeAt(index) - ZERO;
  return number;
}

/** Returns true for names with the extension of a TIFF, whether or not they follow the naming format. */
export function isNamedLikeTiff(name: string): boolean {
  return /\.tiff?$/i.test(name);
}

/** Returns true for the text file that a microscope writes about a mosaic. It keeps its name. */
export function isMosaicName(name: string): boolean {
  return /^mosaic[^/\\]*\.txt$/i.test(name);
}

/** The parts of a generated file name. */
export interface FileNameParts {
  readonly dataset: string;
  /** Follows the dataset. */
  readonly name?: string;
  /** An integer from 0 to 999999. */
  readonly section: number;
  /** An integer from 0 to 99. Defaults to 1. */
  readonly layer?: number;
  /** An integer from 0 to 99. */
  readonly channel: number;
}

/**
 * Builds `{dataset}_{name}_S{6-digit section}_L01_ch{2-digit channel}.tif` (specification, section 9).
 * @throws RangeError if a number does not fit its digits, because the name would then denote another section
 */
export function generateFileName({ dataset, name, section, layer = 1, channel }: FileNameParts): string {
  if (!isIntegerUpTo(MAX_SECTION, section)) throw new RangeError(`Section is not a six-digit integer: ${section}`);
  if (!isIntegerUpTo(MAX_CHANNEL, channel)) throw new RangeError(`Channel is not a two-digit integer: ${channel}`);
  if (!isIntegerUpTo(MAX_CHANNEL, layer)) throw new RangeError(`Layer is not a two-digit integer: ${layer}`);
  const prefix = name === undefined ? dataset : `${dataset}_${name}`;
  return `${prefix}_${sectionName(section)}_L${twoDigits(layer)}_${channelCode(channel)}.tif`;
}

/** Returns true for integers from 0 to `max`. */
export function isIntegerUpTo(max: number, value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

/** Formats a layer or channel number as in file names: `02`. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** Formats a section number as in file names: `S000123`. */
export function sectionName(section: number): string {
  return `S${String(section).padStart(6, '0')}`;
}

/** Formats a channel number as in file names: `ch02`. */
export function channelCode(channel: number): string {
  return `ch${twoDigits(channel)}`;
}
