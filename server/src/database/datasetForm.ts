/** One imaging channel of a dataset. */
interface Channel {
  /** From 1. */
  readonly num: number;
  readonly name: string;
}

/** The fields of the metadata form. Lengths are µm; what nobody filled in is undefined. */
export interface DatasetForm {
  readonly dataset: string;
  readonly description: string;
  readonly sid: string;
  readonly pixelSize?: number | undefined;
  readonly physicalSpacing?: number | undefined;
  readonly tissueType: string;
  readonly device: string;
  readonly physicalSections?: number | undefined;
  readonly bitDepth: number;
  readonly channels: readonly Channel[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** A dataset as the wire contract tells it. */
export interface Dataset extends DatasetForm {
  readonly datasetHash: string;
  readonly projectHash: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
}

/** What the form's fields are until somebody fills them in. */
export const EMPTY_DATASET_FORM = {
  description: '',
  tissueType: '',
  device: '',
  bitDepth: 16,
  channels: [],
  attributes: {},
} as const satisfies Partial<DatasetForm>;

export interface DatasetRow {
  hash: string;
  project_hash: string;
  name: string;
  description: string;
  sid: string;
  pixel_size: number | null;
  physical_spacing: number | null;
  tissue_type: string;
  device: string;
  physical_sections: number | null;
  bit_depth: number;
  channels: Channel[];
  attributes: Record<string, string>;
  created_at: Date;
  deleted_at: Date | null;
}

/** Reads a row; numbers that nobody filled in are left out. */
export function toDataset(row: DatasetRow): Dataset {
  return {
    datasetHash: row.hash,
    projectHash: row.project_hash,
    dataset: row.name,
    description: row.description,
    sid: row.sid,
    ...(row.pixel_size === null ? {} : { pixelSize: row.pixel_size }),
    ...(row.physical_spacing === null ? {} : { physicalSpacing: row.physical_spacing }),
    tissueType: row.tissue_type,
    device: row.device,
    ...(row.physical_sections === null ? {} : { physicalSections: row.physical_sections }),
    bitDepth: row.bit_depth,
    channels: row.channels,
    attributes: row.attributes,
    createdAt: row.created_at.toISOString(),
  };
}

/** The form's fields in the order of the columns `name … attributes`. */
export function toColumns(form: DatasetForm): unknown[] {
  return [
    form.dataset,
    form.description,
    form.sid,
    form.pixelSize ?? null,
    form.physicalSpacing ?? null,
    form.tissueType,
    form.device,
    form.physicalSections ?? null,
    form.bitDepth,
    JSON.stringify(form.channels),
    JSON.stringify(form.attributes),
  ];
}
