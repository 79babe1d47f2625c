import type { FileItem } from './fileListing';

/** The images of one layer, section by section. */
export interface SectionStack {
  readonly layer: number;
  /** Rising: those of which there is an image. */
  readonly sections: readonly number[];
  /** Rising: all that occur in any section. */
  readonly channels: readonly number[];
  /** The image of a place; of several the first. */
  readonly imageOf: (section: number, channel: number) => FileItem | undefined;
}

/** Sorts section images by layer, read off their names; files that do not follow the naming are none. */
export function stackSections(files: readonly FileItem[]): readonly SectionStack[] {
  const layers = new Map<number, Map<string, FileItem>>();
  for (const file of files) {
    if (file.naming === undefined) continue;
    const { layer, title, channel } = file.naming;
    const images = layers.get(layer) ?? new Map<string, FileItem>();
    layers.set(layer, images);
    const place = placeKey(Number(title), channel);
    if (!images.has(place)) images.set(place, file);
  }
  return rising([...layers.keys()]).map((layer) => stackOf(layer, layers.get(layer) ?? new Map<string, FileItem>()));
}

function stackOf(layer: number, images: ReadonlyMap<string, FileItem>): SectionStack {
  const namings = [...images.values()].flatMap(({ naming }) => naming ?? []);
  return {
    layer,
    sections: rising(namings.map(({ title }) => Number(title))),
    channels: rising(namings.map(({ channel }) => channel)),
    imageOf: (section, channel) => images.get(placeKey(section, channel)),
  };
}

function placeKey(section: number, channel: number): string {
  return `${section}/${channel}`;
}

function rising(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((left, right) => left - right);
}

/** The section among those that are there which is nearest; of two the lower one. */
export function nearestOf(sections: readonly number[], section: number): number {
  return sections.reduce(
    (best, one) => (Math.abs(one - section) < Math.abs(best - section) ? one : best),
    sections[0] ?? section,
  );
}
