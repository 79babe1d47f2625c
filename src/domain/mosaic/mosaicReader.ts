import { decodeText } from '@data-manager/lib/decodeText';
import { foldText } from '@data-manager/lib/foldText';
import { isRecord } from '@data-manager/lib/isRecord';
import { parseJson } from '@data-manager/lib/parseJson';
import { err, ok, type Result } from '@data-manager/lib/result';
import { channelKey, collectEntries, scalarText, type Mosaic, type MosaicEntry } from './mosaic';

/** Maximum file size. The mosaic of a large section contains about 10 MB of positions. */
export const MOSAIC_MAX_BYTES = 64 * 1024 * 1024;
/** Maximum size of a JSON file, which contains no positions. */
export const MOSAIC_JSON_MAX_BYTES = 1024 * 1024;
/** Longer lines are left out; the longest field, a description, takes a tenth of this. */
const MAX_LINE_LENGTH = 100_000;

/** The reason why a file is not a mosaic. */
export type MosaicRefusal = 'empty' | 'notText' | 'badJson' | 'jsonTooLarge' | 'noFields';

/** Reads a mosaic file of at most `MOSAIC_MAX_BYTES`: lines, or one JSON object. */
export function readMosaic(bytes: Uint8Array): Result<Mosaic, MosaicRefusal> {
  const text = decodeText(bytes);
  if (text.includes('\0')) return err('notText');
  if (text.trim() === '') return err('empty');
  const isJson = text.trimStart().startsWith('{');
  if (isJson && bytes.length > MOSAIC_JSON_MAX_BYTES) return err('jsonTooLarge');
  const mosaic = isJson ? parseMosaicJson(text) : parseLines(text);
  if (mosaic === undefined) return err('badJson');
  return mosaic.entries.size === 0 ? err('noFields') : ok(mosaic);
}

/**
 * Parses a JSON mosaic. A list of names or of objects with a `name` under `channels` sets the number of channels and their
 * names. A repeated key is not reported, because `JSON.parse` keeps only the last one.
 */
function parseMosaicJson(text: string): Mosaic | undefined {
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return undefined;
  const entries = Object.entries(parsed).flatMap(([name, value]): readonly MosaicEntry[] => {
    if (foldText(name) !== 'channels' || !Array.isArray(value)) return [{ name, value }];
    const named = value.map((channel: unknown, index) => ({
      name: channelKey(index + 1),
      value: scalarText(isRecord(channel) ? channel.name : channel) ?? '',
    }));
    return [{ name, value: value.length }, ...named];
  });
  return collectEntries(entries, []);
}

/** Blank lines, comments, and positions: section files contain thousands of `XPos…` and `YPos…`, one of each for each tile. */
const IGNORED = /^\s*(?:$|#|[xy]pos)/i;

/**
 * Parses lines of `name:value`, `name=value` or `name<TAB>value`. Splits at the first separator only, because values contain
 * colons (times, Windows paths) and equals signs (attributes). A tab before a colon or an equals sign is padding.
 */
function parseLines(text: string): Mosaic {
  const entries: MosaicEntry[] = [];
  const skippedLines: number[] = [];
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    if (IGNORED.test(line)) return;
    const trimmed = line.trim();
    const at = trimmed.search(/[:=\t]/);
    if (at < 1 || line.length > MAX_LINE_LENGTH) skippedLines.push(index + 1);
    else {
      const rest = trimmed.slice(at + 1).trim();
      const isPadded = trimmed[at] === '\t' && /^[:=]/.test(rest);
      entries.push({ name: trimmed.slice(0, at), value: isPadded ? rest.slice(1).trim() : rest, line: index + 1 });
    }
  });
  return collectEntries(entries, skippedLines);
}
