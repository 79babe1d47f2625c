import type { ByteReader } from '@data-manager/lib/byteReader';
import { foldText } from '@data-manager/lib/foldText';
import { isRecord } from '@data-manager/lib/isRecord';
import { parseJson } from '@data-manager/lib/parseJson';
import { err, ok, type Result } from '@data-manager/lib/result';
import { channelKey, createMosaicBuilder, scalarText, type Mosaic, type MosaicBuilder } from './mosaic';

/** Maximum file size. The mosaic of a large section contains about 10 MB of positions. */
export const MOSAIC_MAX_BYTES = 64 * 1024 * 1024;
/** Maximum size of a JSON file, which is parsed in one go and contains no positions. */
export const MOSAIC_JSON_MAX_BYTES = 1024 * 1024;
/** Bytes read at a time: a slow machine parses them in a few milliseconds. */
const CHUNK_BYTES = 256 * 1024;
/** Longer lines are skipped; the longest field, a description, takes a tenth of this. */
const MAX_LINE_LENGTH = 100_000;

/** The reason why a file is not a mosaic. */
export type MosaicRefusal = 'tooLarge' | 'empty' | 'notText' | 'badJson' | 'jsonTooLarge' | 'noFields';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Reads a mosaic file: lines, or one JSON object. The encoding is UTF-8 or the one of the byte-order mark; text that is
 * invalid in it is read as Latin-1 (`windows-1252`, as in browsers). Stops as soon as the file turns out not to be a mosaic.
 */
export function* readMosaic(size: number): ByteReader<Result<Mosaic, MosaicRefusal>> {
  if (size > MOSAIC_MAX_BYTES) return err('tooLarge');
  const start = yield { start: 0, end: Math.min(size, CHUNK_BYTES) };
  return (
    (yield* readAs(encodingOf(start), start, size)) ?? (yield* readAs('windows-1252', start, size)) ?? err('notText')
  );
}

/** Returns undefined if the bytes are invalid in the encoding. */
function* readAs(
  encoding: Encoding,
  start: Uint8Array,
  size: number,
): ByteReader<Result<Mosaic, MosaicRefusal> | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const beginning = decode(decoder, start);
  if (beginning === undefined) return undefined;
  if (beginning.includes('\0')) return err('notText');
  const isJson = beginning.trimStart().startsWith('{');
  if (isJson && size > MOSAIC_JSON_MAX_BYTES) return err('jsonTooLarge');

  const lines = createLineParser();
  const json: string[] = [];
  const add = (text: string): unknown => (isJson ? json.push(text) : lines.add(text));
  add(beginning);
  let isBlank = beginning.trim() === '';
  for (let at = start.length; at < size; at += CHUNK_BYTES) {
    const bytes = yield { start: at, end: Math.min(size, at + CHUNK_BYTES) };
    const text = decode(decoder, bytes);
    if (text === undefined) return undefined;
    if (text.includes('\0')) return err('notText');
    isBlank &&= text.trim() === '';
    add(text);
  }
  const end = decode(decoder);
  if (end === undefined) return undefined;
  add(end);
  if (isBlank) return err('empty');
  const mosaic = isJson ? parseMosaicJson(json.join('')) : lines.finish();
  if (mosaic === undefined) return err('badJson');
  return mosaic.entries.size === 0 ? err('noFields') : ok(mosaic);
}

/** Decodes the next chunk, or flushes the decoder. Returns undefined if the bytes are invalid. */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string | undefined {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * Parses a JSON mosaic. A list of names or of objects with a `name` under `channels` sets the number of channels and their
 * names. A repeated key is not reported, because `JSON.parse` keeps only the last one.
 */
function parseMosaicJson(text: string): Mosaic | undefined {
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return undefined;
  const builder = createMosaicBuilder();
  for (const [name, value] of Object.entries(parsed)) {
    if (foldText(name) !== 'channels' || !Array.isArray(value)) {
      builder.add(name, value);
      continue;
    }
    const channels: readonly unknown[] = value;
    builder.add(name, channels.length);
    channels.forEach((channel, index) => {
      builder.add(channelKey(index + 1), scalarText(isRecord(channel) ? channel.name : channel) ?? '');
    });
  }
  return builder.build();
}

/** Parses a text chunk by chunk. */
interface LineParser {
  readonly add: (chunk: string) => void;
  /** Call once, after the last chunk. */
  readonly finish: () => Mosaic;
}

/** Creates a parser for a mosaic of lines. Chunks may end anywhere; lines end with `\r\n`, `\n` or `\r`. */
export function createLineParser(): LineParser {
  const builder = createMosaicBuilder();
  let number = 1;
  /** The beginning of a line that continues in the next chunk. */
  let partial = '';
  let isTooLong = false;
  let isAfterReturn = false;

  const endLine = (rest: string): void => {
    if (isTooLong || partial.length + rest.length > MAX_LINE_LENGTH) builder.skipLine(number);
    else parseLine(partial + rest, number, builder);
    partial = '';
    isTooLong = false;
  };

  const add = (chunk: string): void => {
    let start = isAfterReturn && chunk.startsWith('\n') ? 1 : 0;
    let newline = chunk.indexOf('\n', start);
    let carriageReturn = chunk.indexOf('\r', start);
    for (;;) {
      const end = firstIndex(newline, carriageReturn);
      if (end < 0) break;
      if (partial !== '' || isTooLong || !isPosition(chunk, start)) endLine(chunk.slice(start, end));
      number += 1;
      start = end === carriageReturn && newline === end + 1 ? end + 2 : end + 1;
      if (newline >= 0 && newline < start) newline = chunk.indexOf('\n', start);
      if (carriageReturn >= 0 && carriageReturn < start) carriageReturn = chunk.indexOf('\r', start);
    }
    // After an empty chunk, a line feed can still complete a `\r\n`.
    if (chunk !== '') isAfterReturn = chunk.endsWith('\r');
    partial += chunk.slice(start);
    if (partial.length <= MAX_LINE_LENGTH) return;
    isTooLong = true;
    partial = '';
  };

  return {
    add,
    finish: () => {
      endLine('');
      return builder.build();
    },
  };
}

/**
 * Parses `name:value`, `name=value` or `name<TAB>value`. Splits at the first separator only, because values contain colons
 * (times, Windows paths) and equals signs (attributes). A tab before a colon or an equals sign is padding.
 */
function parseLine(line: string, number: number, builder: MosaicBuilder): void {
  const text = line.trim();
  if (text === '' || text.startsWith('#') || isPosition(text, 0)) return;
  const at = text.search(/[:=\t]/);
  if (at < 1) {
    builder.skipLine(number);
    return;
  }
  const value = text.slice(at + 1).trim();
  const isPadded = text[at] === '\t' && /^[:=]/.test(value);
  builder.add(text.slice(0, at), isPadded ? value.slice(1).trim() : value, number);
}

/** Detects `XPos…` and `YPos…`: section files contain thousands of these lines, one for each tile. */
function isPosition(text: string, at: number): boolean {
  const axis = text.charCodeAt(at) | 0x20;
  if (axis !== 0x78 && axis !== 0x79) return false;
  return text.slice(at + 1, at + 4).toLowerCase() === 'pos';
}

/** Returns the lower of two indexes; -1 means not found. */
function firstIndex(left: number, right: number): number {
  if (left < 0 || right < 0) return Math.max(left, right);
  return Math.min(left, right);
}
