import type { InPieces } from '../../lib/inPieces';
import type { Difference, SectionImage } from './sectionImage';

/** The images of one channel in one layer, before they are compared with the expected sections. */
export interface LaneCounts extends Pick<SectionImage, 'layer' | 'channel'> {
  /** Number of images by section, including images to be uploaded. */
  readonly files: ReadonlyMap<number, number>;
  /** Sections with at least one readable image, apart from those that are being uploaded. */
  readonly readable: ReadonlySet<number>;
  /** Sections with at least one readable image that is not known to be flat. */
  readonly varied: ReadonlySet<number>;
  readonly arriving: ReadonlySet<number>;
  readonly sending: ReadonlySet<number>;
  readonly replacing: ReadonlySet<number>;
  readonly differences: Readonly<Record<Difference, ReadonlySet<number>>>;
}

/** Items processed before the generator yields. */
const PIECE_SIZE = 2_000;

/** Counts images by layer, channel and section. */
export function* countLanes(images: readonly SectionImage[]): InPieces<readonly LaneCounts[]> {
  const layers = new Map<number, Map<number, ReturnType<typeof emptyCounts>>>();
  for (const [index, { section, layer, channel, isUnreadable, isFlat, arrival, difference }] of images.entries()) {
    const channels = layers.get(layer) ?? new Map<number, ReturnType<typeof emptyCounts>>();
    layers.set(layer, channels);
    const lane = channels.get(channel) ?? emptyCounts(layer, channel);
    channels.set(channel, lane);
    lane.files.set(section, (lane.files.get(section) ?? 0) + 1);
    if (arrival === 'arriving') lane.arriving.add(section);
    else if (isUnreadable !== true) {
      lane.readable.add(section);
      if (isFlat !== true) lane.varied.add(section);
    }
    if (arrival === 'new') lane.sending.add(section);
    else if (arrival === 'replacing') lane.replacing.add(section);
    if (difference !== undefined) lane.differences[difference].add(section);
    if (index % PIECE_SIZE === PIECE_SIZE - 1) yield;
  }
  return [...layers.values()]
    .flatMap((channels) => [...channels.values()])
    .sort((left, right) => left.layer - right.layer || left.channel - right.channel);
}

/** Returns the counts of a lane without images. */
export function emptyCounts(layer: number, channel: number) {
  return {
    layer,
    channel,
    files: new Map<number, number>(),
    readable: new Set<number>(),
    varied: new Set<number>(),
    arriving: new Set<number>(),
    sending: new Set<number>(),
    replacing: new Set<number>(),
    differences: { different: new Set<number>(), onlyLocal: new Set<number>(), onlyServer: new Set<number>() },
  };
}
