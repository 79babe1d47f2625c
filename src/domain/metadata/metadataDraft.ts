import type { DraftChannel } from './channelDrafts';
import type { DatasetMetadata } from './dataset';

/** An attribute as it stands in the form; an empty value is none. */
export interface DraftAttribute {
  readonly name: string;
  readonly value: string;
}

/** The metadata form as typed text. The sponsor is not among it: it is the project's. */
export interface MetadataDraft {
  readonly dataset: string;
  readonly description: string;
  readonly pixelSize: string;
  readonly physicalSpacing: string;
  readonly tissueType: string;
  readonly device: string;
  readonly physicalSections: string;
  readonly bitDepth: string;
  readonly channels: readonly DraftChannel[];
  readonly attributes: readonly DraftAttribute[];
}

/** A field of the form. */
export type MetadataField = keyof MetadataDraft;

/** In the form's order. */
export const METADATA_FIELDS: readonly MetadataField[] = [
  'dataset',
  'description',
  'pixelSize',
  'physicalSpacing',
  'tissueType',
  'device',
  'physicalSections',
  'bitDepth',
  'channels',
  'attributes',
];

/**
 * The modalities of a dataset have no field of their own on the wire: they are attributes, by these names. A value is the
 * key of the server's list of the same modalities, which gives the name to show.
 */
export const MODALITY_ATTRIBUTES = ['primary_modality', 'secondary_modality', 'partner_modality'] as const;

/** The form that shows a dataset's metadata. */
export function draftOf(metadata: DatasetMetadata): MetadataDraft {
  const { dataset, description, tissueType, device, channels, attributes } = metadata;
  return {
    dataset,
    description,
    pixelSize: numberText(metadata.pixelSize),
    physicalSpacing: numberText(metadata.physicalSpacing),
    tissueType,
    device: device.toUpperCase(),
    physicalSections: numberText(metadata.physicalSections),
    bitDepth: numberText(metadata.bitDepth),
    channels: channels.map(({ num, name }) => ({ num: String(num), name })),
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
  };
}

/** The value of an attribute; empty where it has none. */
export function attributeOf({ attributes }: Pick<MetadataDraft, 'attributes'>, name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

/** The attributes with another value for one of them, which keeps its place; a new one stands last. */
export function withAttribute(
  attributes: readonly DraftAttribute[],
  name: string,
  value: string,
): readonly DraftAttribute[] {
  const isThere = attributes.some((attribute) => attribute.name === name);
  if (!isThere) return [...attributes, { name, value }];
  return attributes.map((attribute) => (attribute.name === name ? { name, value } : attribute));
}

/** The draft with the values laid over it: what they lack stays, attributes are put among those that are there. */
export function withImported(draft: MetadataDraft, values: Partial<DatasetMetadata>): MetadataDraft {
  const { dataset, description, tissueType, device, channels, attributes = {} } = values;
  return {
    dataset: dataset ?? draft.dataset,
    description: description ?? draft.description,
    pixelSize: numberText(values.pixelSize, draft.pixelSize),
    physicalSpacing: numberText(values.physicalSpacing, draft.physicalSpacing),
    tissueType: tissueType ?? draft.tissueType,
    device: device?.toUpperCase() ?? draft.device,
    physicalSections: numberText(values.physicalSections, draft.physicalSections),
    bitDepth: numberText(values.bitDepth, draft.bitDepth),
    channels: channels?.map(({ num, name }) => ({ num: String(num), name })) ?? draft.channels,
    attributes: Object.entries(attributes).reduce(
      (among, [name, value]) => withAttribute(among, name, value),
      draft.attributes,
    ),
  };
}

function numberText(value: number | undefined, otherwise = ''): string {
  return value === undefined ? otherwise : String(value);
}
