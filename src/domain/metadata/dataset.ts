import { formatDecimal } from '@data-manager/lib/formatNumber';
import { DEFAULT_BIT_DEPTH } from '../constants';

interface Channel {
  /** From 1, as in `ch01` of the file names. */
  readonly num: number;
  readonly name: string;
}

/** The metadata form (specification, section 3). */
export interface DatasetMetadata {
  /** The dataset's title, which is also the last folder of its keys. */
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

/** A dataset as stored on the server. */
export interface Dataset extends DatasetMetadata {
  readonly datasetHash: string;
  readonly projectHash: string;
  /** ISO-8601 UTC. */
  readonly createdAt?: string;
  /** The titles before it was renamed. Links with them lead to this dataset. */
  readonly formerTitles?: readonly string[];
  /** Prefixes of image names that users have confirmed for it. */
  readonly namePrefixes?: readonly string[];
  /** Changes with its metadata, if the server sends it. */
  readonly etag?: string;
}

/** Creates metadata with default values. */
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

/** Returns a channel's default name (specification, section 3). It is saved with the dataset. */
export function defaultChannelName(num: number | string): string {
  return `Channel ${num}`;
}

/**
 * The modalities have no fields of their own on the wire: they are attributes with these names. A value is a key of the
 * server's list for that modality, which maps it to a display name.
 */
export const MODALITY_ATTRIBUTES = ['primary_modality', 'secondary_modality', 'partner_modality'] as const;

/** Key → display name. */
export type NameMap = Readonly<Record<string, string>>;

/** Formats a length, `1.37 µm`, without floating-point noise. */
export function formatMicrometres(micrometres: number): string {
  return `${formatDecimal(micrometres)} µm`;
}
