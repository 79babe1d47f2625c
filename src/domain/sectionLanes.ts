import type { Lane, SectionImage } from './completeness';
import { between, isWithin, rising, toRanges, type NumberRange } from './numberRange';

type LanePlace = Pick<SectionImage, 'layer' | 'channel'>;

const NO_FILES: ReadonlyMap<number, number> = new Map();

/** Reads the lanes of the images by their place. */
export function laneReader(images: readonly SectionImage[], sections: NumberRange): (place: LanePlace) => Lane {
  const all = filesByLane(images);
  const sent = filesByLane(images.filter(({ arrival }) => arrival === 'new'));
  const replacing = filesByLane(images.filter(({ arrival }) => arrival === 'replacing'));
  const within = (files: ReadonlyMap<number, number> = NO_FILES) =>
    rising([...files.keys()]).filter((section) => isWithin(section, sections));
  return (place) => {
    const key = laneKey(place);
    const files = all.get(key) ?? NO_FILES;
    const held = within(files);
    return {
      ...place,
      isExpected: true,
      missing: between([sections.first - 1, ...held, sections.last + 1]),
      present: toRanges(held),
      duplicate: toRanges(held.filter((section) => (files.get(section) ?? 0) > 1)),
      sending: toRanges(within(sent.get(key))),
      replacing: toRanges(within(replacing.get(key))),
      files,
    };
  };
}

function filesByLane(images: readonly SectionImage[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const lanes = new Map<string, Map<number, number>>();
  for (const image of images) {
    const lane = lanes.get(laneKey(image)) ?? new Map<number, number>();
    lane.set(image.section, (lane.get(image.section) ?? 0) + 1);
    lanes.set(laneKey(image), lane);
  }
  return lanes;
}

/** The places that occur, by layer and channel. */
export function foundLanes(images: readonly SectionImage[]): readonly LanePlace[] {
  const found = new Map(images.map(({ layer, channel }) => [laneKey({ layer, channel }), { layer, channel }]));
  return [...found.values()].sort((left, right) => left.layer - right.layer || left.channel - right.channel);
}

function laneKey({ layer, channel }: LanePlace): string {
  return `${layer}/${channel}`;
}
