import { foldText } from '@data-manager/lib/foldText';
import { nearestOf } from '@data-manager/lib/nearest';
import { omit } from '@data-manager/lib/omit';
import { MAX_BIT_DEPTH } from '../constants';
import { defaultChannelName, formatMicrometres, type DatasetMetadata } from '../metadata/dataset';
import { MAX_CHANNEL, MAX_SECTION } from '../names/grammar';
import { sortedUnique } from '../numberRange';
import {
  channelKey,
  entryOf,
  MOSAIC_ATTRIBUTES,
  MOSAIC_NAMES,
  namedChannels,
  scalarText,
  type Mosaic,
  type MosaicField,
} from './mosaic';
import {
  parseAttributes,
  parseDescription,
  parseDevice,
  parseFixedTitle,
  parseInteger,
  parseMicrometres,
  parseOption,
  parseShortText,
  parseSponsor,
  parseTitle,
  parseValue,
  reject,
  type AllowedList,
  type ImportedValue,
  type MosaicRejection,
  type ParsedValue,
  type WrittenAttributes,
} from './mosaicValues';

/** The data that an import is validated against. */
export interface MosaicContext {
  /** The current values of the form. */
  readonly current: Partial<DatasetMetadata>;
  /** The signed-in sponsor. */
  readonly sponsorId: string;
  readonly lists: AllowedLists;
  /** True if the title is fixed because the dataset's folder already exists. */
  readonly keepsTitle?: boolean;
}

/** The server's lists of allowed values. Values without a list are accepted unchecked. */
interface AllowedLists {
  readonly tissueTypes: AllowedList<readonly string[]>;
  readonly devices: AllowedList<readonly string[]>;
  /** Attribute → allowed options. */
  readonly attributes: AllowedList<AttributeOptions>;
}

type AttributeOptions = Readonly<Record<string, readonly string[]>>;

/** What applying the import does to a row's field. Rejected values are not imported. */
export type MosaicStatus = { readonly kind: 'accepted' | 'unchanged' | 'unchecked' } | MosaicRejection;

/** The subject of a row: a form field, the name of a channel, or an attribute. */
type MosaicSubject =
  | { readonly kind: 'field'; readonly field: MosaicField }
  | { readonly kind: 'channel'; readonly num: number }
  | { readonly kind: 'attribute'; readonly name: string };

/** A row of the comparison between form and mosaic. */
export interface MosaicRow {
  readonly subject: MosaicSubject;
  /** The value in the form; empty if there is none. */
  readonly current: string;
  /** The value in the mosaic, formatted as in the form; empty if there is none. */
  readonly imported: string;
  /** The names to look for in the mosaic. */
  readonly names: readonly string[];
  /** The value that the form gets if nothing is imported and it has no value yet. */
  readonly defaultValue?: string;
  readonly status: MosaicStatus;
}

/** The result of validating a mosaic. */
export interface MosaicImport {
  /** The valid values. */
  readonly values: Partial<DatasetMetadata>;
  /** In the order of the form. */
  readonly rows: readonly MosaicRow[];
  /** True if every field is present and every attribute value is known to be allowed (specification, section 5). */
  readonly isValid: boolean;
}

/** Returns true if the row's value is imported. */
export function isAccepted({ status: { kind } }: MosaicRow): boolean {
  return kind === 'accepted' || kind === 'unchanged' || kind === 'unchecked';
}

/** Returns the values of an import without those of the excluded rows, which keep their current values. */
export function withoutRows(
  values: Partial<DatasetMetadata>,
  excluded: readonly MosaicRow[],
  current: Partial<DatasetMetadata>,
): Partial<DatasetMetadata> {
  const fields = excluded.flatMap(({ subject }) => (subject.kind === 'field' ? [subject.field] : []));
  const kept = fields.reduce<Partial<DatasetMetadata>>((rest, field) => omit(rest, field), values);
  const channels = excluded.flatMap(({ subject }) => (subject.kind === 'channel' ? [subject.num] : []));
  const attributes = excluded.flatMap(({ subject }) => (subject.kind === 'attribute' ? [subject.name] : []));
  const nameNow = new Map(current.channels?.map(({ num, name }) => [num, name]));
  return {
    ...kept,
    ...(kept.channels !== undefined && {
      channels: kept.channels.flatMap((channel) => {
        if (!channels.includes(channel.num)) return [channel];
        const name = nameNow.get(channel.num);
        return name === undefined ? [] : [{ ...channel, name }];
      }),
    }),
    ...(kept.attributes !== undefined && {
      attributes: Object.fromEntries(
        Object.entries(kept.attributes).flatMap(([name, value]) => {
          if (!attributes.includes(name)) return [[name, value]];
          const before = current.attributes?.[name];
          return before === undefined ? [] : [[name, before]];
        }),
      ),
    }),
  };
}

/** Validates a mosaic against the form, the server's lists and the sponsor. */
export function importMosaic(mosaic: Mosaic, { current, sponsorId, lists, keepsTitle }: MosaicContext): MosaicImport {
  const values: { -readonly [Field in keyof DatasetMetadata]?: DatasetMetadata[Field] } = {};
  const rows: MosaicRow[] = [];
  const add = <Field extends Exclude<MosaicField, 'channels' | 'attributes'>>(
    field: Field,
    parse: (text: string) => ParsedValue<NonNullable<DatasetMetadata[Field]>>,
    format: (value: string) => string = String,
  ): void => {
    const before = String(current[field] ?? '');
    const imported = parseValue(entryOf(mosaic, field)?.value, parse);
    rows.push(
      createRow(fieldSubject(field), MOSAIC_NAMES[field], before === '' ? '' : format(before), imported, (value) =>
        format(String(value)),
      ),
    );
    if (imported.parsed.ok) values[field] = imported.parsed.value;
  };
  add('dataset', keepsTitle === true ? parseFixedTitle(current.dataset) : parseTitle);
  add('description', parseDescription);
  add('sid', parseSponsor(sponsorId));
  add('pixelSize', parseMicrometres, formatLength);
  add('physicalSpacing', parseMicrometres, formatLength);
  add('tissueType', parseOption(lists.tissueTypes));
  add('device', parseDevice(lists.devices));
  add('physicalSections', parseInteger(MAX_SECTION));
  add('bitDepth', parseInteger(MAX_BIT_DEPTH));

  const channels = importChannels(mosaic, current.channels ?? []);
  if (channels.value !== undefined) values.channels = channels.value;
  const attributes = importAttributes(mosaic, current.attributes ?? {}, lists.attributes);
  if (attributes.value !== undefined) values.attributes = attributes.value;

  rows.push(...channels.rows, ...attributes.rows);
  return { values, rows, isValid: rows.every(({ status: { kind } }) => kind === 'accepted' || kind === 'unchanged') };
}

function formatLength(micrometres: string): string {
  return formatMicrometres(Number(micrometres));
}

function fieldSubject(field: MosaicField): MosaicSubject {
  return { kind: 'field', field };
}

function createRow<Value>(
  subject: MosaicSubject,
  names: readonly string[],
  current: string,
  { parsed, text }: ImportedValue<Value>,
  format: (value: Value) => string = String,
): MosaicRow {
  if (!parsed.ok) return { subject, names, current, imported: text, status: parsed.rejection };
  const imported = format(parsed.value);
  const kind = !parsed.isChecked ? 'unchecked' : imported === current ? 'unchanged' : 'accepted';
  return { subject, names, current, imported, status: { kind } };
}

/** The imported value of a field that has several rows. */
interface ImportedField<Value> {
  readonly value: Value | undefined;
  readonly rows: readonly MosaicRow[];
}

type Channels = DatasetMetadata['channels'];

/**
 * Imports the number of channels and their names. A channel whose name is missing keeps the form's name or gets the default
 * name (specification, section 3), as do all channels of older files, which give only the number. Names of channels beyond
 * the number are rejected. Without a number, the names apply to the form's channels and to new channels.
 */
function importChannels(mosaic: Mosaic, current: Channels): ImportedField<Channels> {
  const imported = parseValue(entryOf(mosaic, 'channels')?.value, parseInteger(MAX_CHANNEL));
  const count = imported.parsed.ok ? imported.parsed.value : undefined;
  const currentCount = current.length === 0 ? '' : String(current.length);
  const countRow = createRow(fieldSubject('channels'), MOSAIC_NAMES.channels, currentCount, imported);

  const nameIn = (num: number): unknown => mosaic.entries.get(channelKey(num))?.value;
  const max = count ?? MAX_CHANNEL;
  const isChannel = (num: number): boolean => num >= 1 && num <= max;
  // Scanners also write empty names for unused channels.
  const named = namedChannels(mosaic).filter((num) => isChannel(num) || scalarText(nameIn(num)) !== '');
  const counted = count === undefined ? [] : Array.from({ length: count }, (_, index) => index + 1);
  const names = [...new Set([...counted, ...named])].map((num) => ({
    num,
    name: parseValue(nameIn(num), (text) =>
      isChannel(num) ? parseShortText(text) : reject({ kind: 'unknownChannel', max, isCounted: count !== undefined }),
    ),
  }));

  const currentNames = new Map(current.map(({ num, name }) => [num, name]));
  const newNames = new Map(names.flatMap(({ num, name }) => (name.parsed.ok ? [[num, name.parsed.value]] : [])));
  const channels = sortedUnique(count === undefined ? [...currentNames.keys(), ...newNames.keys()] : counted).map(
    (num) => ({
      num,
      name: newNames.get(num) ?? currentNames.get(num) ?? defaultChannelName(num),
    }),
  );
  const rows = names.map(({ num, name }) => ({
    ...createRow({ kind: 'channel', num }, [channelKey(num)], currentNames.get(num) ?? '', name),
    ...(counted.includes(num) && { defaultValue: defaultChannelName(num) }),
  }));
  const isGiven = count !== undefined || newNames.size > 0;
  return { value: isGiven ? channels : undefined, rows: [countRow, ...rows] };
}

/** A limit of the server. */
const MAX_ATTRIBUTES = 1_000;

type Attributes = DatasetMetadata['attributes'];

/**
 * Imports the attributes, one row each. Names and options are matched case-insensitively and take the spelling of the
 * server's list. Imported attributes are merged into the form's attributes.
 */
function importAttributes(
  mosaic: Mosaic,
  current: Attributes,
  lists: AllowedList<AttributeOptions>,
): ImportedField<Attributes> {
  const raw = entryOf(mosaic, 'attributes')?.value;
  const written = raw === undefined ? undefined : parseAttributes(raw);
  const isReadable = written !== undefined && written.size > 0 && written.size <= MAX_ATTRIBUTES;
  const allowed = new Map(lists?.ok === true ? Object.entries(lists.value) : []);
  const spellings = byFoldedName([...allowed.keys()]);
  const currentNames = byFoldedName(Object.keys(current));
  const listed = [...(isReadable ? written : [])].map(([writtenName, value]) => {
    const name = spellings.get(foldText(writtenName)) ?? writtenName;
    return { name, names: [name], imported: parseValue(value, (text) => parseAttribute(text, name, lists, allowed)) };
  });
  const attributes = [...listed, ...unlistedAttributes(mosaic)].map((attribute) => ({
    ...attribute,
    replaces: currentNames.get(foldText(attribute.name)),
  }));
  const accepted = attributes.flatMap(({ name, replaces, imported: { parsed } }) =>
    parsed.ok ? [{ name, replaces, value: parsed.value }] : [],
  );
  const replaced = new Set(accepted.map(({ replaces }) => replaces));
  const others = Object.entries(current).filter(([name]) => !replaced.has(name));
  return {
    value:
      accepted.length === 0
        ? undefined
        : Object.fromEntries([...others, ...accepted.map(({ name, value }) => [name, value] as const)]),
    rows: [
      ...(isReadable ? [] : [attributesRow(raw, written, others.map((pair) => pair.join('=')).join(';'))]),
      ...attributes.map(({ name, names, replaces, imported }) => {
        const before = replaces === undefined ? '' : (current[replaces] ?? '');
        return createRow({ kind: 'attribute', name }, names, before, imported);
      }),
    ],
  };
}

/** Returns what a mosaic states without a field or an option for it. Not every scanner states it. */
function unlistedAttributes(mosaic: Mosaic) {
  const named = Object.entries(MOSAIC_ATTRIBUTES) as [keyof typeof MOSAIC_ATTRIBUTES, readonly string[]][];
  const found = named.map(([name, names]) => ({
    name,
    names,
    imported: parseValue(entryOf(mosaic, name)?.value, parseShortText),
  }));
  return found.filter(({ imported: { text } }) => text !== '');
}

/** Returns the only row if there are no attributes to import one by one. */
function attributesRow(raw: unknown, written: WrittenAttributes | undefined, current: string): MosaicRow {
  const imported =
    written === undefined
      ? parseValue(raw, () => reject({ kind: 'malformedAttributes' }))
      : parseValue(written.size === 0 ? '' : String(written.size), () =>
          reject({ kind: 'tooManyAttributes', max: MAX_ATTRIBUTES }),
        );
  return createRow(fieldSubject('attributes'), MOSAIC_NAMES.attributes, current, imported);
}

function parseAttribute(
  text: string,
  name: string,
  lists: AllowedList<AttributeOptions>,
  allowed: ReadonlyMap<string, readonly string[]>,
): ParsedValue<string> {
  if (lists?.ok !== true) {
    const shortName = parseShortText(name);
    return shortName.ok ? parseOption(undefined)(text) : shortName;
  }
  const options = allowed.get(name);
  if (options !== undefined) return parseOption({ ok: true, value: options })(text);
  return reject({ kind: 'unknownAttribute', suggestion: nearestOf(name, [...allowed.keys()]) });
}

function byFoldedName(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [foldText(name), name]));
}
