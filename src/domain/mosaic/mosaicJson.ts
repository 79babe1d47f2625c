import { isRecord } from '../../lib/isRecord';
import { parseJson } from '../../lib/parseJson';
import { channelKey, collectMosaic, foldName, scalarText, type Mosaic } from './mosaicEntries';

/**
 * Reads a mosaic that is one JSON object; undefined where the text is none. A list under `channels`, of names or of
 * objects with a name, counts as their number and names.
 * Of a name that stands there twice in the same letters the browser gives the last one alone, so that nobody is told.
 */
export function parseMosaicObject(text: string): Mosaic | undefined {
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return undefined;
  const collector = collectMosaic();
  for (const [name, value] of Object.entries(parsed)) {
    if (foldName(name) !== 'channels' || !Array.isArray(value)) {
      collector.add(name, value);
      continue;
    }
    const channels: readonly unknown[] = value;
    collector.add(name, channels.length);
    channels.forEach((channel, index) => collector.add(channelKey(index + 1), nameOf(channel)));
  }
  return collector.mosaic();
}

function nameOf(channel: unknown): string {
  return scalarText(isRecord(channel) ? channel.name : channel) ?? '';
}
