import type { InPieces } from '../../lib/inPieces';
import type { FileItem } from '../listing/fileListing';
import { sortedUnique } from '../numberRange';

/** The images of one layer by section and channel. */
export interface SectionStack {
  readonly layer: number;
  /** Sections with at least one image, ascending. */
  readonly sections: readonly number[];
  /** Channels that occur in any section, ascending. */
  readonly channels: readonly number[];
  /** Returns the image at a place: the first one if there are several. */
  readonly imageOf: (section: number, channel: number) => FileItem | undefined;
}

/** Images by channel, then by section. */
type LayerImages = Map<number, Map<number, FileItem>>;

/** Files processed before the generator yields. */
const PIECE_FILES = 2_000;

/** Groups section images by layer. Ignores files whose names do not follow the naming convention. */
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
    sections: sortedUnique([...channels.values()].flatMap((images) => [...images.keys()])),
    channels: sortedUnique([...channels.keys()]),
    imageOf: (section, channel) => channels.get(channel)?.get(section),
  };
}
