import { isFlatKind, type FlatKind } from '../pictures/check/imageContent';
import type { Difference, SectionImage } from './sectionImage';

/** The images of one channel in one layer, before they are compared with the expected sections. */
export interface LaneCounts extends Pick<SectionImage, 'layer' | 'channel'> {
  /** Number of images by section, including images to be uploaded. */
  readonly files: ReadonlyMap<number, number>;
  /** Sections with more than one image. */
  readonly duplicate: ReadonlySet<number>;
  /** Number of images by section that can't be read, or that are still being uploaded. */
  readonly unusable: ReadonlyMap<number, number>;
  /** Number of readable images by section that are known to be flat, black or saturated. */
  readonly flat: Readonly<Record<FlatKind, ReadonlyMap<number, number>>>;
  readonly arriving: ReadonlySet<number>;
  readonly sending: ReadonlySet<number>;
  readonly replacing: ReadonlySet<number>;
  readonly differences: Readonly<Record<Difference, ReadonlySet<number>>>;
}

/** Counts images by layer, channel and section. Apart from their number, only what is unusual about them is counted. */
export function countLanes(images: readonly SectionImage[]): readonly LaneCounts[] {
  const layers = new Map<number, Map<number, ReturnType<typeof emptyCounts>>>();
  for (const { section, layer, channel, isUnreadable, content, arrival, difference } of images) {
    const channels = layers.get(layer) ?? new Map<number, ReturnType<typeof emptyCounts>>();
    layers.set(layer, channels);
    const lane = channels.get(channel) ?? emptyCounts(layer, channel);
    channels.set(channel, lane);
    if (countOne(lane.files, section) > 1) lane.duplicate.add(section);
    if (arrival === 'arriving' || isUnreadable === true) countOne(lane.unusable, section);
    else if (isFlatKind(content)) countOne(lane.flat[content], section);
    if (arrival === 'arriving') lane.arriving.add(section);
    else if (arrival === 'new') lane.sending.add(section);
    else if (arrival === 'replacing') lane.replacing.add(section);
    if (difference !== undefined) lane.differences[difference].add(section);
  }
  return [...layers.values()]
    .flatMap((channels) => [...channels.values()])
    .sort((left, right) => left.layer - right.layer || left.channel - right.channel);
}

/** Adds one to the number of a section, and returns it. */
function countOne(counts: Map<number, number>, section: number): number {
  const count = (counts.get(section) ?? 0) + 1;
  counts.set(section, count);
  return count;
}

/** Returns the number of readable images of a section, apart from images that are being uploaded. */
export function countReadable({ files, unusable }: LaneCounts, section: number): number {
  return (files.get(section) ?? 0) - (unusable.get(section) ?? 0);
}

/** Returns the counts of a lane without images. */
export function emptyCounts(layer: number, channel: number) {
  return {
    layer,
    channel,
    files: new Map<number, number>(),
    duplicate: new Set<number>(),
    unusable: new Map<number, number>(),
    flat: { flat: new Map<number, number>(), black: new Map<number, number>(), saturated: new Map<number, number>() },
    arriving: new Set<number>(),
    sending: new Set<number>(),
    replacing: new Set<number>(),
    differences: { different: new Set<number>(), onlyLocal: new Set<number>(), onlyServer: new Set<number>() },
  };
}
