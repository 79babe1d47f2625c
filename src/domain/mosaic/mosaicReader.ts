import type { ByteReader } from '../../lib/byteReader';
import { err, ok, type Result } from '../../lib/result';
import type { Mosaic } from './mosaicEntries';
import { parseMosaicObject } from './mosaicJson';
import { createLineParser } from './mosaicLines';

/** The mosaic of a large section has some 10 MB of positions. */
export const MOSAIC_MAX_BYTES = 64 * 1024 * 1024;
/** JSON is parsed in one go, and holds no positions. */
export const MOSAIC_JSON_MAX_BYTES = 1024 * 1024;
/** So much is read at a time: a slow machine parses it in a few milliseconds. */
const PIECE_BYTES = 256 * 1024;

/** Why a file is no mosaic. */
export type MosaicRefusal = 'tooLarge' | 'empty' | 'noText' | 'badJson' | 'jsonTooLarge' | 'noFields';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Reads a mosaic of so many bytes: lines, or one JSON object. It is UTF-8, what its byte-order mark says, or Latin-1
 * where it is no valid text of that kind (as browsers read it: with the letters of Windows in place of controls).
 * Asks for no more bytes than it needs to say no.
 */
export function* readMosaic(size: number): ByteReader<Result<Mosaic, MosaicRefusal>> {
  if (size > MOSAIC_MAX_BYTES) return err('tooLarge');
  const start = yield { start: 0, end: Math.min(size, PIECE_BYTES) };
  return (
    (yield* readAs(encodingOf(start), start, size)) ?? (yield* readAs('windows-1252', start, size)) ?? err('noText')
  );
}

/** Undefined where the bytes are no text of that encoding. */
function* readAs(
  encoding: Encoding,
  start: Uint8Array,
  size: number,
): ByteReader<Result<Mosaic, MosaicRefusal> | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const beginning = decode(decoder, start);
  if (beginning === undefined) return undefined;
  if (beginning.includes('\0')) return err('noText');
  const isJson = beginning.trimStart().startsWith('{');
  if (isJson && size > MOSAIC_JSON_MAX_BYTES) return err('jsonTooLarge');

  const lines = createLineParser();
  const json: string[] = [];
  const take = (text: string): unknown => (isJson ? json.push(text) : lines.take(text));
  take(beginning);
  let isBlank = beginning.trim() === '';
  for (let at = start.length; at < size; at += PIECE_BYTES) {
    const bytes = yield { start: at, end: Math.min(size, at + PIECE_BYTES) };
    const text = decode(decoder, bytes);
    if (text === undefined) return undefined;
    if (text.includes('\0')) return err('noText');
    isBlank &&= text.trim() === '';
    take(text);
  }
  const end = decode(decoder);
  if (end === undefined) return undefined;
  take(end);
  if (isBlank) return err('empty');
  const mosaic = isJson ? parseMosaicObject(json.join('')) : lines.finish();
  if (mosaic === undefined) return err('badJson');
  return mosaic.entries.size === 0 ? err('noFields') : ok(mosaic);
}

/** The next piece of a text, or its end; undefined where the bytes are no such text. */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string | undefined {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** By the byte-order mark; UTF-8 without one. */
function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
