import { isRecord } from '../../lib/isRecord';
import { nearestOf } from '../../lib/nearest';
import { parseJson } from '../../lib/parseJson';
import type { DatasetMetadata } from '../metadata/dataset';
import { metadataFieldWords } from '../metadata/metadataFieldWords';
import { entryOf, MOSAIC_NAMES, type Mosaic } from './mosaicEntries';
import { judge, rowOf, type Judged } from './mosaicJudge';
import { foldText, readOption, readWords, unfit, type AllowedList, type Reading } from './mosaicReadings';
import { mosaicRuleWords } from './mosaicRuleWords';

/** More the server does not take, and nobody reads. */
const MOST_ATTRIBUTES = 1_000;

type Attributes = DatasetMetadata['attributes'];
type OptionLists = Readonly<Record<string, readonly string[]>>;
/** Attribute → value, as in the mosaic. */
type RawAttributes = ReadonlyMap<string, unknown>;

/**
 * The attributes: a row for each. Names and options are matched without regard to case and taken in the spelling of the
 * server's list; an attribute that the list does not have, has no option that would match. What is taken is laid over
 * the form's attributes; the others stay.
 */
export function judgeAttributes(
  mosaic: Mosaic,
  current: Attributes,
  lists: AllowedList<OptionLists>,
): Judged<Attributes> {
  const entry = entryOf(mosaic, 'attributes');
  const raw = entry === undefined ? undefined : readAttributes(entry.value);
  if (raw === undefined || raw.size === 0 || raw.size > MOST_ATTRIBUTES) {
    const judgement = judge(raw === undefined ? entry?.value : raw.size === 0 ? '' : String(raw.size), refuse(raw));
    const held = Object.entries(current).map((pair) => pair.join('='));
    return {
      value: undefined,
      rows: [rowOf(metadataFieldWords.labels.attributes, MOSAIC_NAMES.attributes, held.join(';'), judgement, String)],
    };
  }
  const allowed = new Map(lists?.ok === true ? Object.entries(lists.value) : []);
  const spellings = byFoldedName([...allowed.keys()]);
  const heldNames = byFoldedName(Object.keys(current));
  const judged = [...raw].map(([written, value]) => {
    const name = spellings.get(foldText(written)) ?? written;
    const held = heldNames.get(foldText(written));
    return {
      name,
      held,
      judgement: judge(value, (text) => readAttribute(text, name, lists, allowed)),
      current: held === undefined ? '' : (current[held] ?? ''),
    };
  });
  const kept = judged.filter(({ judgement }) => judgement.value !== undefined);
  const replaced = new Set(kept.map(({ held }) => held));
  const others = Object.entries(current).filter(([name]) => !replaced.has(name));
  const imported = kept.map(({ name, judgement }) => [name, judgement.value ?? ''] as const);
  return {
    value: kept.length === 0 ? undefined : Object.fromEntries([...others, ...imported]),
    rows: judged.map((one) =>
      rowOf(mosaicRuleWords.attribute(one.name), [one.name], one.current, one.judgement, String),
    ),
  };
}

function readAttribute(
  text: string,
  name: string,
  lists: AllowedList<OptionLists>,
  allowed: ReadonlyMap<string, readonly string[]>,
): Reading<string> {
  if (lists?.ok !== true) {
    const reading = readWords(name);
    return 'objection' in reading ? reading : readOption(undefined)(text);
  }
  const options = allowed.get(name);
  if (options !== undefined) return readOption({ ok: true, value: options })(text);
  return { objection: { kind: 'unknownAttribute', nearest: nearestOf(name, [...allowed.keys()]) } };
}

/** An object, or `key=value;key=value`; undefined for what is neither. Of names that differ in case the last one counts. */
function readAttributes(value: unknown): RawAttributes | undefined {
  if (isRecord(value)) return lastOnes(Object.entries(value));
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text.startsWith('{')) {
    const parsed = parseJson(text);
    return isRecord(parsed) ? lastOnes(Object.entries(parsed)) : undefined;
  }
  const pieces = text.split(';').filter((piece) => piece.trim() !== '');
  if (pieces.some((piece) => piece.indexOf('=') < 1)) return undefined;
  return lastOnes(pieces.map((piece) => [piece.slice(0, piece.indexOf('=')), piece.slice(piece.indexOf('=') + 1)]));
}

function lastOnes(entries: readonly (readonly [string, unknown])[]): RawAttributes {
  const byFolded = new Map(entries.map(([name, value]) => [foldText(name), [name.trim(), value] as const]));
  return new Map([...byFolded.values()].filter(([name]) => name !== ''));
}

function byFoldedName(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [foldText(name), name]));
}

function refuse(raw: RawAttributes | undefined): () => Reading<string> {
  return () =>
    raw === undefined
      ? unfit(mosaicRuleWords.noAttributes)
      : { objection: { kind: 'outOfRange', rule: mosaicRuleWords.fewAttributes(MOST_ATTRIBUTES) } };
}
