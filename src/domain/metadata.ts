import { formatBytes } from '../lib/formatBytes';
import type { DatasetMetadata } from './dataset';

/**
 * A dataset in one line: `Mouse brain, Thy1-GFP · TC1000 · 280 sections · 3 channels · 412.70 GB · 1.37 µm pixels ·
 * 50 µm between sections`. What is not known is left out; the tissue stands in for a description.
 *
 * @param totalBytes of all its files; undefined while they are not listed yet
 */
export function datasetSummary(metadata: DatasetMetadata, totalBytes: number | undefined): string {
  const { description, tissueType, device, physicalSections, channels, pixelSize, physicalSpacing } = metadata;
  return [
    description.trim() || tissueType.trim(),
    device.trim(),
    physicalSections === undefined ? '' : counted(physicalSections, 'section'),
    channels.length === 0 ? '' : counted(channels.length, 'channel'),
    totalBytes === undefined ? '' : sizeText(totalBytes),
    pixelSize === undefined ? '' : `${lengthText(pixelSize)} pixels`,
    physicalSpacing === undefined ? '' : `${lengthText(physicalSpacing)} between sections`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function sizeText(bytes: number): string {
  return bytes === 0 ? 'no files yet' : formatBytes(bytes);
}

/** `1 section`, `280 sections`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1.37 µm`: without the digits that only binary arithmetic has put there. */
export function lengthText(micrometres: number): string {
  return `${Number(micrometres.toPrecision(10))} µm`;
}
