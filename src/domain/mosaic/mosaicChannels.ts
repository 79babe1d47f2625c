import { MAX_CHANNEL } from '../constants';
import { defaultChannelName } from '../metadata/channelDrafts';
import type { DatasetMetadata } from '../metadata/dataset';
import { metadataFieldWords } from '../metadata/metadataFieldWords';
import { sortedUnique } from '../numberRange';
import { channelKey, entryOf, namedChannels, scalarText, type Mosaic } from './mosaicEntries';
import { judge, rowOf, type Judged } from './mosaicJudge';
import { readCount, readWords, type Reading } from './mosaicReadings';
import { mosaicRuleWords } from './mosaicRuleWords';

type Channels = DatasetMetadata['channels'];

/**
 * The channels: their count, and a row for the name of each. A name that is missing or empty is left out, as is one of a
 * channel that is not counted; the count stands all the same, and the channel keeps the form's name, or gets the default
 * one, `Channel N` (specification, section 3). So does each channel of an older file, which has the count alone. Without
 * a count the names go to the channels that the form has, and to new ones.
 */
export function judgeChannels(mosaic: Mosaic, current: Channels): Judged<Channels> {
  const entry = entryOf(mosaic, 'channels');
  const count = judge(entry?.value, readCount(MAX_CHANNEL));
  const countRow = rowOf(
    metadataFieldWords.labels.channels,
    ['channels'],
    current.length === 0 ? '' : String(current.length),
    count,
    String,
  );

  // Files name channels that were not in use, too, without a word behind the colon.
  const named = namedChannels(mosaic).filter(
    (num) => isChannel(num, count.value) || scalarText(nameIn(mosaic, num)) !== '',
  );
  const currentNames = new Map(current.map(({ num, name }) => [num, name]));
  const expected = count.value === undefined ? [] : Array.from({ length: count.value }, (_, index) => index + 1);
  const names = [...new Set([...expected, ...named])].map((num) => {
    const read = isChannel(num, count.value) ? readWords : refuseName(count.value);
    return { num, name: judge(nameIn(mosaic, num), read) };
  });
  const known = new Map(names.flatMap(({ num, name }) => (name.value === undefined ? [] : [[num, name.value]])));
  const numbers = count.value === undefined ? [...currentNames.keys(), ...known.keys()] : expected;
  const channels = sortedUnique(numbers).map((num) => ({
    num,
    name: known.get(num) ?? currentNames.get(num) ?? defaultChannelName(num),
  }));
  const rows = names.map(({ num, name }) => ({
    ...rowOf(mosaicRuleWords.channel(num), [channelKey(num)], currentNames.get(num) ?? '', name, String),
    ...(expected.includes(num) && { standIn: defaultChannelName(num) }),
  }));
  const isSaid = count.value !== undefined || known.size > 0;
  return { value: isSaid ? channels : undefined, rows: [countRow, ...rows] };
}

function nameIn(mosaic: Mosaic, channel: number): unknown {
  return mosaic.entries.get(channelKey(channel))?.value;
}

function isChannel(number: number, count = MAX_CHANNEL): boolean {
  return number >= 1 && number <= count;
}

function refuseName(count: number | undefined): () => Reading<string> {
  const rule =
    count === undefined ? mosaicRuleWords.possibleChannel(MAX_CHANNEL) : mosaicRuleWords.countedChannel(count);
  return () => ({ objection: { kind: 'outOfRange', rule } });
}
