import type { InPieces } from '../../lib/inPieces';
import { between, isWithin, rising, toRanges, type NumberRange } from '../numberRange';
import type { Lane, SectionImage } from './completeness';

type LanePlace = Pick<SectionImage, 'layer' | 'channel'>;

/** The images of one channel in one layer, counted. */
export interface CountedLane extends LanePlace {
  /** Images by section, those that are only about to be sent included. */
  readonly files: ReadonlyMap<number, number>;
  /** Sections to which a file is about to be sent, under a key that nothing has. */
  readonly sending: ReadonlySet<number>;
  /** Sections where a file is about to take the place of one that is there. */
  readonly replacing: ReadonlySet<number>;
}

/** Images that are counted between two pieces. */
const PIECE_IMAGES = 2_000;

/** Counts images by their places; the lanes are in order of layer and channel. */
export function* countLanes(images: readonly SectionImage[]): InPieces<readonly CountedLane[]> {
  const layers = new Map<number, Map<number, ReturnType<typeof emptyLane>>>();
  for (const [index, { section, layer, channel, arrival }] of images.entries()) {
    const channels = layers.get(layer) ?? new Map<number, ReturnType<typeof emptyLane>>();
    layers.set(layer, channels);
    const lane = channels.get(channel) ?? emptyLane(layer, channel);
    channels.set(channel, lane);
    lane.files.set(section, (lane.files.get(section) ?? 0) + 1);
    if (arrival !== undefined) (arrival === 'new' ? lane.sending : lane.replacing).add(section);
    if (index % PIECE_IMAGES === PIECE_IMAGES - 1) yield;
  }
  return [...layers.values()]
    .flatMap((channels) => [...channels.values()])
    .sort((left, right) => left.layer - right.layer || left.channel - right.channel);
}

/** What a lane is, held against the sections that are expected in it. */
export function* readLane(counted: CountedLane, sections: NumberRange): InPieces<Lane> {
  const { layer, channel, files } = counted;
  const within = (found: Iterable<number>) => rising([...found]).filter((section) => isWithin(section, sections));
  const held = within(files.keys());
  yield;
  return {
    layer,
    channel,
    isExpected: true,
    missing: between([sections.first - 1, ...held, sections.last + 1]),
    present: toRanges(held),
    duplicate: toRanges(held.filter((section) => (files.get(section) ?? 0) > 1)),
    sending: toRanges(within(counted.sending)),
    replacing: toRanges(within(counted.replacing)),
    files,
  };
}

/** A lane without images. */
export function emptyLane(layer: number, channel: number) {
  return { layer, channel, files: new Map<number, number>(), sending: new Set<number>(), replacing: new Set<number>() };
}
