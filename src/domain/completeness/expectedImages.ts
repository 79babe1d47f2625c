import { withAsciiDigits } from '@data-manager/lib/asciiDigits';
import type { DatasetMetadata } from '../metadata/dataset';
import type { NamedDataset } from '../names/datasetNames';
import { MAX_LAYER } from '../names/grammar';
import type { NumberRange } from '../numberRange';

/** The images that a dataset should have. */
export interface ExpectedImages {
  /** Number or range of sections. If undefined, the highest section among the images counts. */
  readonly sections: number | NumberRange | undefined;
  /** Channel numbers. If empty, the channels of the images count. */
  readonly channels: readonly number[];
  /** Number of layers. If undefined, the layers of the images count. */
  readonly layers?: number | undefined;
  /** The dataset; absent if all images count. */
  readonly dataset?: NamedDataset | undefined;
}

/** The metadata that determines which images a dataset should have. */
export interface ExpectingMetadata extends Pick<DatasetMetadata, 'channels'> {
  readonly physicalSections?: number | undefined;
  readonly attributes?: DatasetMetadata['attributes'] | undefined;
}

/** Returns the images that a dataset should have by its metadata, in which the number of layers is an attribute. */
export function expectedImages({ physicalSections, channels, attributes }: ExpectingMetadata) {
  // Stored for all users, so the locale must not decide what it means.
  const digits = /^\d+$/.exec(withAsciiDigits(attributes?.layers ?? '').trim());
  const count = Number(digits?.[0]);
  const layers = count >= 1 && count <= MAX_LAYER ? count : undefined;
  return { sections: physicalSections, channels: channels.map(({ num }) => num), layers };
}
