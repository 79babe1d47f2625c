import { cleanName } from './cleanName';

/*
 * The naming grammar of section images: `DATASET_NAME_S000123_L01_ch02.tif`. The only place that knows it, for the client and
 * the server; docs/how-to-change.md says how to change it.
 */

/** The grammar as texts show it (specification, section 9). */
export const NAME_FORMAT = 'DATASET_NAME_SXXXXXX_LXX_chXX';

/** The extension of generated names. */
export const EXTENSION = '.tif';

/** Largest section number: a file name has six digits for it. */
export const MAX_SECTION = 999_999;
/** Largest layer number: a file name has two digits for it. */
export const MAX_LAYER = 99;
/** Largest channel number: a file name has two digits for it. */
export const MAX_CHANNEL = 99;

/** Where the numbers are after `_`, as offset and width: `S000123_L01_ch02`. */
const PLACES = { section: [1, 6], layer: [9, 2], channel: [14, 2] } as const;

const FILE_NAME =
  // eslint-disable-next-line no-control-regex -- a prefix contains no control characters
  /^[^/\\\u0000-\u001f\u007f]+_S\d{6}_L\d{2}_ch\d{2}\.[tT][iI][fF][fF]?$/;

/** The parts of the grammar in any case, with any separators and any number of leading zeros. */
const NEARLY = new RegExp(
  String.raw`^(?<prefix>.*[^-_. ])(?<marks>[-_. ]+s(?:ection)?[-_. ]*0*(?<section>\d{1,6})` +
    String.raw`[-_. ]*l(?:ayer)?[-_. ]*0*(?<layer>\d{1,2})[-_. ]*c(?:h(?:annel)?)?[-_. ]*0*(?<channel>\d{1,2}))` +
    String.raw` *(?<extension>(?:\.[a-z0-9]+)*)$`,
  'i',
);

/** Matches slashes, backslashes and control characters, which no part of a file name may contain. */
// eslint-disable-next-line no-control-regex -- control characters are part of the pattern
export const FORBIDDEN_IN_NAME = /[/\\\u0000-\u001f\u007f]/;

/** What a file name says about its image. */
interface ImageNumbers {
  readonly section: number;
  readonly layer: number;
  readonly channel: number;
}

/** The numbers in a file name that follows the grammar. */
export interface ParsedFileName extends ImageNumbers {
  /** As written, `S000123`. */
  readonly sectionName: string;
}

/** Parses a file name (without folders). Returns undefined if it does not follow the grammar. */
export function parseFileName(name: string): ParsedFileName | undefined {
  if (!FILE_NAME.test(name)) return undefined;
  // The numbers have fixed places. Capturing groups would take twice the time, and lists have 100,000 names.
  const start = marksStart(name);
  return {
    section: numberAt(name, start, PLACES.section),
    sectionName: name.slice(start, start + 7),
    layer: numberAt(name, start, PLACES.layer),
    channel: numberAt(name, start, PLACES.channel),
  };
}

function marksStart(name: string): number {
  return name.lastIndexOf('_S') + 1;
}

/** The code of the digit 0. */
const ZERO = 0x30;

/** Reads a number of a fixed width. All characters must be digits. */
function numberAt(text: string, start: number, [offset, width]: readonly [offset: number, width: number]): number {
  let number = 0;
  for (let index = start + offset; index < start + offset + width; index += 1) {
    number = number * 10 + text.charCodeAt(index) - ZERO;
  }
  return number;
}

/** The parts of a name that has all numbers of the grammar, but may write them in another way. */
interface NearlyParsed extends ImageNumbers {
  readonly prefix: string;
  /** The numbers with their labels and separators, as written. */
  readonly marks: string;
  /** With its dot; may consist of several extensions, and may be empty. */
  readonly extension: string;
}

/** Parses a name that follows the grammar apart from separators, labels, leading zeros and the extension. */
export function parseNearly(name: string): NearlyParsed | undefined {
  const groups = NEARLY.exec(cleanName(name))?.groups;
  if (groups === undefined) return undefined;
  const { prefix = '', marks = '', extension = '', section, layer, channel } = groups;
  return { prefix, marks, extension, section: Number(section), layer: Number(layer), channel: Number(channel) };
}

/** Returns the part of a valid name before the section: the dataset's name and an optional suffix. */
export function namePrefix(name: string): string {
  return name.slice(0, marksStart(name) - 1);
}

/** Returns true for names with the extension of a TIFF, whether or not they follow the grammar. */
export function isNamedLikeTiff(name: string): boolean {
  return /\.tiff?$/i.test(name);
}

/** Returns true for names of OME-TIFF files. Generated names have no `.ome`. */
export function isNamedLikeOme(name: string): boolean {
  return /\.ome\.tiff?$/i.test(name);
}

/** Returns a name without its extension, `.ome.tif` included. */
export function stemOf(name: string): string {
  return name.replace(/(?:\.ome)?\.[a-z]\w{0,4}$/i, '');
}

/** Returns true for an extension that the grammar accepts. */
export function isImageExtension(extension: string): boolean {
  return /^\.tiff?$/i.test(extension);
}

/** The extensions of TIFF files, also extensions that the grammar does not accept. */
const TIFF = /\.(?:tiff?|btf)$/i;

/** Returns true for a file that is no TIFF by its name. A name without an extension can be that of an image. */
export function isNamedLikeOther(name: string): boolean {
  if (isChecksumFileName(name)) return true;
  if (TIFF.test(name) || !/\.(?:[a-z]\w*|7z)$/i.test(name)) return false;
  return parseNearly(name)?.extension !== '';
}

/** Returns true for the text file that a microscope writes about a mosaic. It keeps its name. */
function isMosaicName(name: string): boolean {
  return /^mosaic[^/\\]*\.txt$/i.test(name);
}

/** Returns true for the names of checksum files: those of coreutils, of BagIt, and `*.md5` and `*.sha256`. */
export function isChecksumFileName(name: string): boolean {
  return /^(?:.+\.(?:md5|sha256)|(?:md5|sha256)sums|manifest-(?:md5|sha256)\.txt)$/i.test(name);
}

/** Returns true for the text files of a mosaic and of checksums, which keep the names that other programs gave them. */
export function keepsName(name: string): boolean {
  return isMosaicName(name) || isChecksumFileName(name);
}

/** The parts of a generated file name. */
interface FileNameParts {
  readonly dataset: string;
  /** An integer from 0 to `MAX_SECTION`. */
  readonly section: number;
  /** An integer from 0 to `MAX_LAYER`. Defaults to 1. */
  readonly layer?: number;
  /** An integer from 0 to `MAX_CHANNEL`. */
  readonly channel: number;
}

/**
 * Builds `{dataset}_S{6-digit section}_L{2-digit layer}_ch{2-digit channel}.tif` (specification, section 9).
 * @throws RangeError if a number does not fit its digits, because the name would then denote another section
 */
export function formatFileName({ dataset, section, layer = 1, channel }: FileNameParts): string {
  for (const [number, max] of [
    [section, MAX_SECTION],
    [layer, MAX_LAYER],
    [channel, MAX_CHANNEL],
  ] as const) {
    if (!isIntegerUpTo(max, number)) throw new RangeError(`Not an integer from 0 to ${max}: ${number}`);
  }
  return `${dataset}${formatMarks({ section, layer, channel })}${EXTENSION}`;
}

/** Formats the numbers of a file name with their labels and separators: `_S000123_L01_ch02`. */
export function formatMarks({ section, layer, channel }: ImageNumbers): string {
  return `_${sectionName(section)}_${layerName(layer)}_${channelCode(channel)}`;
}

/** Returns true for integers from 0 to `max`. */
export function isIntegerUpTo(max: number, value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

/** Formats a section number as in file names: `S000123`. */
export function sectionName(section: number): string {
  return `S${String(section).padStart(6, '0')}`;
}

/** Formats a layer number as in file names: `L01`. */
export function layerName(layer: number): string {
  return `L${twoDigits(layer)}`;
}

/** Formats a channel number as in file names: `ch02`. */
export function channelCode(channel: number): string {
  return `ch${twoDigits(channel)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** A name that follows the grammar, for texts. */
export const EXAMPLE_NAME = formatFileName({ dataset: 'NAME', section: 123, channel: 1 });
