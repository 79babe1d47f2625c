import type { InPieces } from '../../lib/inPieces';
import type { FileItem } from '../listing/fileListing';
import { rising } from '../numberRange';

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

/** By channel, and then by section. */
type LayerImages = Map<number, Map<number, FileItem>>;

/** Files that are sorted between two pieces. */
const PIECE_FILES = 2_000;

/** Sorts section images by layer, read off their names; files that do not follow the naming are none. */
export function* stackSections(files: readonly FileItem[]): InPieces<readonly SectionStack[]> {
  const layers = new Map<number, LayerImages>();
  for (const [index, file] of files.entries()) {
    if (index % PIECE_FILES === PIECE_FILES - 1) yield;
    if (file.naming === undefined) continue;
    const { layer, title, channel } = file.naming;
    const channels: LayerImages = layers.get(layer) ?? new Map<number, Map<number, FileItem>>();
    layers.set(layer, channels);
    const images = channels.get(channel) ?? new Map<number, FileItem>();
    channels.set(channel, images);
    const section = Number(title);
    if (!images.has(section)) images.set(section, file);
  }
  const stacks: SectionStack[] = [];
  for (const [layer, channels] of layers) {
    yield;
    stacks.push(stackOf(layer, channels));
  }
  return stacks.sort((left, right) => left.layer - right.layer);
}

function stackOf(layer: number, channels: LayerImages): SectionStack {
  return {
    layer,
    sections: rising([...channels.values()].flatMap((images) => [...images.keys()])),
    channels: rising([...channels.keys()]),
    imageOf: (section, channel) => channels.get(channel)?.get(section),
  };
}
