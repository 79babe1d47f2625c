import fc from 'fast-check';
import { assessCompleteness, placeState, type Completeness } from '@data-manager/domain/completeness/completeness';
import { completenessFindings } from '@data-manager/domain/completeness/completenessFindings';
import {
  describeDataset,
  describeFolder,
  type NextStep,
  type ViewerState,
} from '@data-manager/domain/completeness/datasetState';
import { deletedImages, restorableImages } from '@data-manager/domain/completeness/deletedImages';
import { filmFrames, frameText } from '@data-manager/domain/completeness/filmFrames';
import type { SectionImage } from '@data-manager/domain/completeness/sectionImage';

const ALL: readonly SectionImage[] = [1, 2, 3].flatMap((section) =>
  [1, 2].map((channel) => ({ section, layer: 1, channel, content: 'complete' as const })),
);
const PLANNED = { sections: 3, channels: [1, 2] };

/** Returns all images, with other members for one of them. */
function changed(change: Partial<SectionImage>): readonly SectionImage[] {
  return ALL.map((image, index) => (index === 0 ? { ...image, ...change } : image));
}

it.each<[string, readonly SectionImage[], ViewerState, string, NextStep['kind']]>([
  ['no images', [], 'none', 'No images yet · 6 images expected', 'upload'],
  ['gaps', ALL.slice(1), 'none', '2 of 3 sections complete · 1 image missing', 'uploadMissing'],
  ['gaps in the viewer', ALL.slice(1), 'done', '2 of 3 sections complete · 1 image missing', 'uploadMissing'],
  [
    'gaps that are being filled',
    changed({ arrival: 'arriving' }),
    'none',
    '2 of 3 sections complete · 1 image in the upload queue',
    'wait',
  ],
  [
    'its first file on the way',
    [{ section: 1, layer: 1, channel: 1, arrival: 'arriving' }],
    'none',
    '0 of 3 sections complete · 5 images missing · 1 in the upload queue',
    'uploadMissing',
  ],
  ['a damaged image', changed({ isUnreadable: true }), 'none', '2 of 3 sections complete · 1 image damaged', 'upload'],
  [
    'a duplicate and a flat image',
    [...changed({ content: 'flat' }), { section: 2, layer: 1, channel: 1, content: 'complete' }],
    'none',
    'All 3 sections complete · 1 image scanned twice · 1 flat',
    'addToViewer',
  ],
  [
    'a black and a saturated image',
    [...ALL.slice(2), { ...ALL[0]!, content: 'black' }, { ...ALL[1]!, content: 'saturated' }],
    'none',
    'All 3 sections complete · 1 image black · 1 saturated',
    'addToViewer',
  ],
  [
    'an image that nobody has looked at',
    [...ALL.slice(1), { section: 1, layer: 1, channel: 1 }],
    'done',
    'All 3 sections complete · in the viewer · not all images have been looked at',
    'openViewer',
  ],
  ['all images', ALL, 'none', 'All 3 sections complete', 'addToViewer'],
  [
    'all images, and a running job',
    ALL,
    'pending',
    'All 3 sections complete · being added to the viewer',
    'addToViewer',
  ],
  ['all images, and a failed job', ALL, 'failed', 'All 3 sections complete · not added to the viewer', 'addToViewer'],
  ['all images in the viewer', ALL, 'done', 'All 3 sections complete · in the viewer', 'openViewer'],
  [
    'unexpected images',
    [...ALL, { ...ALL[0]!, section: 7 }, { ...ALL[0]!, channel: 9 }],
    'none',
    'All 3 sections complete · 1 section outside 1–3 · 1 channel not in the metadata',
    'addToViewer',
  ],
])('describeDataset describes a dataset with %s', (_case, images, viewer, text, next) => {
  const state = describeDataset(assessCompleteness(images, PLANNED), viewer);
  expect([state.text, state.next.kind]).toEqual([text, next]);
});

it('describeDataset claims no total that the metadata lacks', () => {
  expect(describeDataset(undefined, 'none')).toEqual({ text: 'No images yet', next: { kind: 'upload' } });
  const texts = [ALL, ALL.slice(1), ALL.slice(0, 2), ALL.slice(1, 3)].map((images) => {
    const completeness = assessCompleteness(images, { sections: undefined, channels: [1, 2] });
    return describeDataset(completeness, 'none').text;
  });
  expect(texts).toEqual([
    'Sections 1–3 complete · total sections not set',
    '2 of sections 1–3 complete · 1 image missing · total sections not set',
    'Section 1 complete · total sections not set',
    '0 of sections 1–2 complete · 2 images missing · total sections not set',
  ]);
  const half = assessCompleteness(ALL.slice(0, 1), { sections: undefined, channels: [1, 2] });
  expect(describeDataset(half, 'none').text).toMatch(/^Section 1 incomplete · 1 image missing/);
});

describe('the deleted images of a dataset', () => {
  const NOW = new Date(2026, 10, 29, 9).getTime();
  const YESTERDAY = new Date(2026, 10, 28, 23).getTime();
  const keyOf = ({ section, channel }: SectionImage) => `a/b/A/A_S00000${section}_L01_ch0${channel}.tif`;

  /** Returns the state, the count of missing images and the findings after some images were deleted. */
  function describeDeleted(left: readonly SectionImage[], deletedAt: readonly number[], all = ALL) {
    const gone = all.filter((one) => !left.includes(one));
    const files = gone
      .slice(0, deletedAt.length)
      .map((one, index) => ({ key: keyOf(one), deletedAt: deletedAt[index]! }));
    const deleted = deletedImages([...files, { key: 'a/b/B/A_S000001_L01_ch01.tif', deletedAt: NOW }], 'a/b/A');
    const completeness = assessCompleteness([...left, ...deleted], PLANNED)!;
    const state = describeDataset(completeness, 'none', deleted, NOW);
    const findings = completenessFindings(completeness).map(({ kind }) => kind);
    return [state.text, state.next.kind === 'restore' ? state.next.keys.length : state.next.kind, findings];
  }

  it.each<[string, readonly number[], readonly SectionImage[], string, number, readonly string[]]>([
    ['today', [NOW, NOW], ALL.slice(2), '2 of 3 sections complete · 2 deleted today', 2, ['deleted']],
    [
      'on another day',
      [YESTERDAY, YESTERDAY],
      ALL.slice(2),
      '2 of 3 sections complete · 2 deleted on November 28',
      2,
      ['deleted'],
    ],
    ['on several days', [NOW, YESTERDAY], ALL.slice(2), '2 of 3 sections complete · 2 deleted', 2, ['deleted']],
    [
      'beside a missing one',
      [NOW],
      ALL.slice(2),
      '2 of 3 sections complete · 1 image missing · 1 deleted today',
      1,
      ['missing', 'deleted'],
    ],
    ['until none is left', ALL.map(() => NOW), [], 'No images · 6 deleted today', 6, ['deleted']],
  ])('says that images were deleted %s, and restores them first', (_when, times, left, text, next, findings) => {
    expect(describeDeleted(left, times)).toEqual([text, next, findings]);
  });

  it('restores the latest of several deleted files of one image', () => {
    const [key, older] = [keyOf(ALL[0]!), 'a/b/A/old/A_S000001_L01_ch01.tif'];
    const deleted = deletedImages(
      [
        { key, deletedAt: 2 },
        { key: older, deletedAt: 1 },
      ],
      'a/b/A',
    );
    const completeness = assessCompleteness([...ALL.slice(1), ...deleted], PLANNED)!;
    expect(restorableImages(deleted, completeness).map((image) => image.key)).toEqual([key]);
    expect(placeState(completeness.lanes[0]!, 1, completeness.sections)).toBe('deleted');
    expect(frameText(filmFrames(completeness)[0]!)).toBe('1 deleted');
  });

  it('deleted images are not counted once there are files in their places', () => {
    const deleted = deletedImages([{ key: keyOf(ALL[0]!), deletedAt: NOW }], 'a/b/A');
    const completeness = assessCompleteness([...ALL, ...deleted], PLANNED)!;
    expect([completeness.deleted, restorableImages(deleted, completeness)]).toEqual([0, []]);
  });

  it('raise no expectation while other images are left', () => {
    const deleted = deletedImages([{ key: 'a/b/A/A_S000009_L02_ch07.tif', deletedAt: 1 }], 'a/b/A');
    const completeness = assessCompleteness([...ALL, ...deleted], { sections: undefined, channels: [] })!;
    expect(completeness).toEqual(assessCompleteness(ALL, { sections: undefined, channels: [] }));
  });
});

it('describeFolder counts the images of a folder without metadata, and claims nothing about missing ones', () => {
  expect(describeFolder(13, 12)).toBe('12 section images · what is missing is unknown without metadata');
  expect(describeFolder(1, 0)).toBe('1 file · none named like a section image');
});

describe('the counts of a dataset', () => {
  const image = fc.record({
    section: fc.integer({ min: 1, max: 6 }),
    layer: fc.integer({ min: 1, max: 2 }),
    channel: fc.integer({ min: 1, max: 3 }),
    isUnreadable: fc.boolean(),
    content: fc.constantFrom('complete' as const, 'flat' as const, 'black' as const),
    arrival: fc.constantFrom(undefined, 'arriving' as const),
  });
  const images = fc
    .array(image, { maxLength: 40 })
    .map((all): readonly SectionImage[] =>
      all.map(({ arrival, ...rest }) => (arrival === undefined ? rest : { ...rest, arrival })),
    );
  const ofDataset = (given: readonly SectionImage[]): Completeness | undefined =>
    assessCompleteness(given, { sections: 5, channels: [1, 2] });
  const placesOf = (completeness: Completeness) =>
    completeness.lanes
      .filter((lane) => lane.isExpected)
      .flatMap((lane) => [1, 2, 3, 4, 5].map((section) => ({ lane, section })));

  it('adds up to the expected images', () => {
    fc.assert(
      fc.property(images, (given) => {
        const completeness = ofDataset(given);
        if (completeness === undefined) return;
        const readable = placesOf(completeness).filter(({ lane: { layer, channel }, section }) =>
          given.some(
            (one) =>
              one.section === section &&
              one.layer === layer &&
              one.channel === channel &&
              one.isUnreadable !== true &&
              one.arrival === undefined,
          ),
        );
        const { expected, missing, unreadable, arriving } = completeness;
        expect(readable.length + missing + unreadable + arriving).toBe(expected);
        const whole = [1, 2, 3, 4, 5].filter(
          (section) =>
            readable.filter((place) => place.section === section).length * 5 === placesOf(completeness).length,
        );
        expect(completeness.completeSections).toBe(whole.length);
      }),
    );
  });

  it('agrees with the findings and with the map', () => {
    fc.assert(
      fc.property(images, (given) => {
        const completeness = ofDataset(given);
        if (completeness === undefined) return;
        const { sections, missing, arriving } = completeness;
        const states = placesOf(completeness).map(({ lane, section }) => placeState(lane, section, sections));
        expect(states.filter((state) => state === 'missing')).toHaveLength(missing);
        expect(states.filter((state) => state === 'arriving')).toHaveLength(arriving);
        const { next, text } = describeDataset(completeness, 'none');
        const finding = completenessFindings(completeness).find(({ kind }) => kind === 'missing');
        if (given.length === 0) return;
        expect(next.kind === 'uploadMissing' ? next.count : 0).toBe(missing);
        if (missing > 0)
          expect([finding?.text.startsWith(`${missing} of `), text.includes(`${missing} image`)]).toEqual([true, true]);
      }),
    );
  });
});
