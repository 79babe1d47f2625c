import { formatCount } from '../../lib/formatNumber';
import { channelCode } from '../names/fileName';
import type { DatasetMetadata } from './dataset';
import { lengthText } from './metadata';
import { MODALITY_ATTRIBUTES, type MetadataField } from './metadataDraft';
import { metadataFieldWords } from './metadataFieldWords';
import { metadataSummaryWords } from './metadataSummaryWords';

/** One thing that is known of a dataset, in words with its unit. */
interface MetadataFact {
  readonly label: string;
  readonly values: readonly string[];
}

interface MetadataFacts {
  readonly known: readonly MetadataFact[];
  /** What nobody has said yet, as a sentence calls it. */
  readonly unknown: readonly string[];
}

/** Key → display name. */
export type NameMap = Readonly<Record<string, string>>;

/** What each modality's keys are called; empty where the server does not say. */
export type ModalityNames = Readonly<Record<(typeof MODALITY_ATTRIBUTES)[number], NameMap>>;

/** The metadata in words, in the order of the form. The title stands above the page already. */
export function metadataFacts(metadata: DatasetMetadata, modalities: ModalityNames): MetadataFacts {
  const { description, pixelSize, physicalSpacing, tissueType, device, physicalSections, bitDepth } = metadata;
  const fields: readonly (readonly [MetadataField, readonly string[]])[] = [
    ['description', texts(description)],
    ['pixelSize', pixelSize === undefined ? [] : [lengthText(pixelSize)]],
    ['physicalSpacing', physicalSpacing === undefined ? [] : [lengthText(physicalSpacing)]],
    ['tissueType', texts(tissueType)],
    ['device', texts(device)],
    ['physicalSections', physicalSections === undefined ? [] : [formatCount(physicalSections)]],
    ['bitDepth', [metadataSummaryWords.bits(bitDepth)]],
    ['channels', metadata.channels.map(({ num, name }) => `${channelCode(num)} ${name}`)],
  ];
  const facts = fields.map(([field, values]) => ({ label: metadataFieldWords.labels[field], values }));
  const attributes = Object.entries(metadata.attributes).map(([name, value]) => ({
    label: attributeLabel(name),
    values: texts(modalityName(name, value, modalities)),
  }));
  return {
    known: [...facts, ...attributes].filter(({ values }) => values.length > 0),
    unknown: fields.filter(([, values]) => values.length === 0).map(([field]) => metadataFieldWords.inSentence[field]),
  };
}

/** An attribute's name in words: `primary_modality` is `Primary modality`. */
export function attributeLabel(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function modalityName(attribute: string, value: string, modalities: ModalityNames): string {
  const modality = MODALITY_ATTRIBUTES.find((name) => name === attribute);
  return modality === undefined ? value : (new Map(Object.entries(modalities[modality])).get(value) ?? value);
}

function texts(text: string): readonly string[] {
  return text.trim() === '' ? [] : [text.trim()];
}
