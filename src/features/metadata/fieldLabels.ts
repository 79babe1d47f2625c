import type { MetadataField } from '@data-manager/domain/metadata/metadataDraft';

/** The labels of the metadata fields (wire contract). */
export const FIELD_LABELS: Readonly<Record<MetadataField | 'sid', string>> = {
  dataset: 'Dataset',
  description: 'Description',
  sid: 'Sponsor ID',
  pixelSize: 'Pixel size',
  physicalSpacing: 'Physical spacing',
  tissueType: 'Tissue type',
  device: 'Device',
  physicalSections: 'Physical sections',
  bitDepth: 'Bit depth',
  channels: 'Channels',
  attributes: 'Attributes',
};

/** Lists fields in a sentence: `pixel size, device`. */
export function fieldList(fields: readonly MetadataField[]): string {
  return fields.map((field) => FIELD_LABELS[field].toLowerCase()).join(', ');
}

/** Turns an attribute's name into a label: `primary_modality` becomes `Primary modality`. */
export function attributeLabel(name: string): string {
  const label = name.replaceAll('_', ' ').trim();
  return label.charAt(0).toUpperCase() + label.slice(1);
}
