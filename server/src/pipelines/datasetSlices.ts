import type { StoredObject } from '../objects/objectStore';

/** One image of a slice: the file of a channel. */
interface SliceImage {
  readonly channel: number;
  readonly object: StoredObject;
}

/** One plane of the tissue: a section, or one of its optical layers. */
export interface Slice {
  readonly section: number;
  readonly layer: number;
  /** By channel. */
  readonly images: readonly SliceImage[];
}

/** `DATASET_NAME_S000123_L01_ch02.tif`: section 123, layer 1, channel 2. */
const SECTION_IMAGE = /_S(?<section>\d{6})_L(?<layer>\d{2})_ch(?<channel>\d{2})\.[^./]+$/;

/**
 * Arranges a dataset's files by section, layer and channel. A file whose name tells none of them is left out, and
 * so is a second file for the same place.
 */
export function arrangeSlices(objects: readonly StoredObject[]): {
  readonly slices: readonly Slice[];
  readonly leftOut: number;
} {
  const slices = new Map<string, { section: number; layer: number; images: Map<number, SliceImage> }>();
  let leftOut = 0;
  for (const object of objects) {
    if (object.key.endsWith('/')) continue;
    const groups = SECTION_IMAGE.exec(object.key)?.groups;
    const [section, layer, channel] = [Number(groups?.section), Number(groups?.layer), Number(groups?.channel)];
    const id = `${String(section)}-${String(layer)}`;
    const slice = slices.get(id) ?? { section, layer, images: new Map<number, SliceImage>() };
    if (groups === undefined || slice.images.has(channel)) {
      leftOut += 1;
      continue;
    }
    slice.images.set(channel, { channel, object });
    slices.set(id, slice);
  }
  const arranged = [...slices.values()]
    .sort((one, other) => one.section - other.section || one.layer - other.layer)
    .map(({ images, ...slice }) => ({
      ...slice,
      images: [...images.values()].sort((one, other) => one.channel - other.channel),
    }));
  return { slices: arranged, leftOut };
}
