import { DEFAULT_BIT_DEPTH } from '../constants';

interface Channel {
  /** From 1, as in `ch01` of the file names. */
  readonly num: number;
  readonly name: string;
}

/** The metadata form (specification, section 3). */
export interface DatasetMetadata {
  /** The dataset's title, the last folder of its keys. */
  readonly dataset: string;
  readonly description: string;
  /** Sponsor id. */
  readonly sid: string;
  /** µm. */
  readonly pixelSize?: number;
  /** Distance between sections, µm. */
  readonly physicalSpacing?: number;
  readonly tissueType: string;
  readonly device: string;
  readonly physicalSections?: number;
  readonly bitDepth: number;
  readonly channels: readonly Channel[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** A dataset as the server has it. */
export interface Dataset extends DatasetMetadata {
  readonly datasetHash: string;
  readonly projectHash: string;
  /** ISO-8601 UTC. */
  readonly createdAt?: string;
}

/** A form with nothing in it but the defaults. */
export function emptyMetadata(sponsorId: string): DatasetMetadata {
  return {
    dataset: '',
    description: '',
    sid: sponsorId,
    tissueType: '',
    device: '',
    bitDepth: DEFAULT_BIT_DEPTH,
    channels: [],
    attributes: {},
  };
}
