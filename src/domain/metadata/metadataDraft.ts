import { formatExact } from '@data-manager/lib/formatNumber';
import { parseJson } from '@data-manager/lib/parseJson';
import { parseNumber } from '@data-manager/lib/parseNumber';
import * as v from 'valibot';
import { listOf } from '../storedValues';
import { defaultChannelName, type DatasetMetadata } from './dataset';

/** A channel in the form, as typed. */
const DraftChannel = v.object({ num: v.string(), name: v.string() });

export type DraftChannel = Readonly<v.InferOutput<typeof DraftChannel>>;

/** An attribute in the form. An empty value means that the attribute is not set. */
const DraftAttribute = v.object({ name: v.string(), value: v.string() });

export type DraftAttribute = Readonly<v.InferOutput<typeof DraftAttribute>>;

/** The values of the metadata form, as typed and in the form's order. The sponsor id is not editable and not part of them. */
const MetadataDraft = v.object({
  dataset: v.string(),
  description: v.string(),
  pixelSize: v.string(),
  physicalSpacing: v.string(),
  tissueType: v.string(),
  device: v.string(),
  physicalSections: v.string(),
  bitDepth: v.string(),
  channels: listOf(DraftChannel),
  attributes: listOf(DraftAttribute),
});

export type MetadataDraft = Readonly<v.InferOutput<typeof MetadataDraft>>;

/** A field of the form. */
export type MetadataField = keyof MetadataDraft;

/** In the form's order. */
export const METADATA_FIELDS = Object.keys(MetadataDraft.entries) as readonly MetadataField[];

/** Returns the form values that show a dataset's metadata. */
export function draftOf(metadata: DatasetMetadata): MetadataDraft {
  const { dataset, description, tissueType, device, channels, attributes } = metadata;
  return {
    dataset,
    description,
    pixelSize: lengthText(metadata.pixelSize),
    physicalSpacing: lengthText(metadata.physicalSpacing),
    tissueType,
    device: device.toUpperCase(),
    physicalSections: numberText(metadata.physicalSections),
    bitDepth: numberText(metadata.bitDepth),
    channels: channels.map(({ num, name }) => ({ num: String(num), name })),
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
  };
}

/** Overwrites the draft with imported values. Attributes are merged one by one. */
export function withImported(draft: MetadataDraft, values: Partial<DatasetMetadata>): MetadataDraft {
  const { dataset, description, tissueType, device, channels, attributes = {} } = values;
  return {
    dataset: dataset ?? draft.dataset,
    description: description ?? draft.description,
    pixelSize: lengthText(values.pixelSize, draft.pixelSize),
    physicalSpacing: lengthText(values.physicalSpacing, draft.physicalSpacing),
    tissueType: tissueType ?? draft.tissueType,
    device: device?.toUpperCase() ?? draft.device,
    physicalSections: numberText(values.physicalSections, draft.physicalSections),
    bitDepth: numberText(values.bitDepth, draft.bitDepth),
    channels: channels?.map(({ num, name }) => ({ num: String(num), name })) ?? draft.channels,
    attributes: Object.entries(attributes).reduce(
      (merged, [name, value]) => withAttribute(merged, name, value),
      draft.attributes,
    ),
  };
}

/** In the user's locale, because that decides which separator is the decimal one. */
function lengthText(value: number | undefined, otherwise = ''): string {
  return value === undefined ? otherwise : formatExact(value);
}

function numberText(value: number | undefined, otherwise = ''): string {
  return value === undefined ? otherwise : String(value);
}

/** Returns the value of an attribute, or an empty string if it is not set. */
export function attributeOf({ attributes }: Pick<MetadataDraft, 'attributes'>, name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

/** Sets an attribute. An existing attribute keeps its position; a new one is appended. */
export function withAttribute(
  attributes: readonly DraftAttribute[],
  name: string,
  value: string,
): readonly DraftAttribute[] {
  const exists = attributes.some((attribute) => attribute.name === name);
  if (!exists) return [...attributes, { name, value }];
  return attributes.map((attribute) => (attribute.name === name ? { name, value } : attribute));
}

/** Appends a channel with the lowest free number. */
export function withChannelAdded(channels: readonly DraftChannel[]): readonly DraftChannel[] {
  const taken = new Set(channels.map(({ num }) => parseNumber(num)));
  let num = 1;
  while (taken.has(num)) num += 1;
  return [...channels, { num: String(num), name: defaultChannelName(num) }];
}

/** Changes a channel's number. A default name follows the number. */
export function withChannelNumber(
  channels: readonly DraftChannel[],
  index: number,
  num: string,
): readonly DraftChannel[] {
  return channels.map((channel, at) => (at === index ? { num, name: renumberedName(num, channel) } : channel));
}

/** Removes a channel. The others keep their numbers, because the numbers identify their files. */
export function withoutChannel(channels: readonly DraftChannel[], index: number): readonly DraftChannel[] {
  return channels.filter((_, at) => at !== index);
}

/**
 * Moves a channel's name to another position. The numbers stay in place because they are part of the file names (`ch02`):
 * moving the second name to the first position assigns it to `ch01`. Default names follow their numbers.
 */
export function withChannelMoved(channels: readonly DraftChannel[], from: number, to: number): readonly DraftChannel[] {
  const moved = channels[from];
  if (moved === undefined || to < 0 || to >= channels.length) return channels;
  const others = withoutChannel(channels, from);
  const reordered = [...others.slice(0, to), moved, ...others.slice(to)];
  return channels.map(({ num }, index) => ({ num, name: renumberedName(num, reordered[index]) }));
}

function renumberedName(num: string, channel: DraftChannel | undefined): string {
  if (channel === undefined || channel.name === defaultChannelName(channel.num)) return defaultChannelName(num);
  return channel.name;
}

/** Unsaved changes, stored so that they survive a reload. `opened`: the form values before the changes. */
const StoredDraft = v.object({ opened: MetadataDraft, draft: MetadataDraft });

export type StoredDraft = Readonly<v.InferOutput<typeof StoredDraft>>;

/** Parses a stored draft (JSON). Returns undefined if it is missing or invalid. */
export function parseStoredDraft(text: string | null): StoredDraft | undefined {
  const stored = v.safeParse(StoredDraft, parseJson(text ?? ''));
  return stored.success ? stored.output : undefined;
}
