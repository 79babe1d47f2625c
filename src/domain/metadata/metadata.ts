import { formatBytes } from '../../lib/formatBytes';
import { formatDecimal } from '../../lib/formatNumber';
import type { DatasetMetadata } from './dataset';
import { metadataSummaryWords } from './metadataSummaryWords';

/** A dataset in a few words each. */
export interface SummaryParts {
  /** What people wrote, in a script of their own: `Mouse brain, Thy1-GFP`, `TC1000`. */
  readonly names: readonly string[];
  /** `280 sections`, `3 channels`, `412.70 GB`, `1.37 µm pixels`, `50 µm between sections`: each stays in one line. */
  readonly facts: readonly string[];
}

/**
 * What a dataset is. What is not known is left out; the tissue stands in for a description.
 *
 * @param totalBytes of all its files; undefined while they are not listed yet
 */
export function datasetSummary(metadata: DatasetMetadata, totalBytes: number | undefined): SummaryParts {
  const { description, tissueType, device, physicalSections, channels, pixelSize, physicalSpacing } = metadata;
  const facts = [
    physicalSections === undefined ? '' : metadataSummaryWords.sections(physicalSections),
    channels.length === 0 ? '' : metadataSummaryWords.channels(channels.length),
    totalBytes === undefined ? '' : sizeText(totalBytes),
    pixelSize === undefined ? '' : metadataSummaryWords.pixels(lengthText(pixelSize)),
    physicalSpacing === undefined ? '' : metadataSummaryWords.betweenSections(lengthText(physicalSpacing)),
  ];
  return {
    names: [description.trim() || tissueType.trim(), device.trim()].filter((name) => name !== ''),
    facts: facts.filter((fact) => fact !== '').map((fact) => fact.replaceAll(' ', NO_BREAK_SPACE)),
  };
}

const NO_BREAK_SPACE = '\u00a0';

function sizeText(bytes: number): string {
  return bytes === 0 ? metadataSummaryWords.noFiles : formatBytes(bytes);
}

/** `1.37 µm`: without the digits that only binary arithmetic has put there. */
export function lengthText(micrometres: number): string {
  return metadataSummaryWords.micrometres(formatDecimal(micrometres));
}
