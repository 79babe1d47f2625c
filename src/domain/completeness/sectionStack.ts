import type { FileItem } from '../listing/fileListing';
import { sortedUnique, type NumberRange } from '../numberRange';

/** The images of one layer by section and channel. */
export interface SectionStack {
  readonly layer: number;
  /** Sections with at least one image, ascending. */
  readonly sections: readonly number[];
  /** Channels that occur in any section, ascending. */
  readonly channels: readonly number[];
  /** Returns the image at a place: the first readable one if there are several. */
  readonly imageOf: (section: number, channel: number) => FileItem | undefined;
}

/** Images by channel, then by section. */
type LayerImages = Map<number, Map<number, FileItem>>;

/** Groups section images by layer. Ignores files whose names do not follow the naming convention. */
export function stackSections(files: readonly FileItem[]): readonly SectionStack[] {
  const layers = new Map<number, LayerImages>();
  for (const file of files) {
    if (file.naming === undefined) continue;
    const { layer, title, channel } = file.naming;
    const channels: LayerImages = layers.get(layer) ?? new Map<number, Map<number, FileItem>>();
    layers.set(layer, channels);
    const images = channels.get(channel) ?? new Map<number, FileItem>();
    channels.set(channel, images);
    const section = Number(title);
    const found = images.get(section);
    if (found === undefined || (found.unreadable !== undefined && file.unreadable === undefined)) {
      images.set(section, file);
    }
  }
  return [...layers]
    .map(([layer, channels]) => stackOf(layer, channels))
    .sort((left, right) => left.layer - right.layer);
}

function stackOf(layer: number, channels: LayerImages): SectionStack {
  return {
    layer,
    sections: sortedUnique([...channels.values()].flatMap((images) => [...images.keys()])),
    channels: sortedUnique([...channels.keys()]),
    imageOf: (section, channel) => channels.get(channel)?.get(section),
  };
}

/**
 * Returns the sections that a dataset spans: sections with images, and the expected sections. Sections are
 * numbered from 1, or from 0 if section 0 has images but not the last one.
 *
 * @param total number of sections in the metadata; undefined if unknown
 */
export function sectionSpan(sections: readonly number[], total: number | undefined): NumberRange {
  const [first = 1, last = first] = [sections[0], sections.at(-1)];
  if (total === undefined || total < 1) return { first, last };
  const isFromZero = first === 0 && last < total;
  return { first: Math.min(first, 1), last: Math.max(last, isFromZero ? total - 1 : total) };
}

/** Returns the nearest section with images after (`by` 1) or before (`by` -1) a section, which may have none itself. */
export function adjacentSection(sections: readonly number[], section: number, by: 1 | -1): number | undefined {
  return by === 1 ? sections.find((one) => one > section) : sections.findLast((one) => one < section);
}
