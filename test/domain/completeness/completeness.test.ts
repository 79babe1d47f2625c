import fc from 'fast-check';
import { assessCompleteness, placeState, sectionImages } from '@data-manager/domain/completeness/completeness';
import {
  completenessFindings,
  filtersOf,
  findingsText,
  type Finding,
} from '@data-manager/domain/completeness/completenessFindings';
import { expectedImages } from '@data-manager/domain/completeness/expectedImages';
import type { SectionImage } from '@data-manager/domain/completeness/sectionImage';
import { fileItem } from '@data-manager/domain/listing/fileListing';
import { filterFiles } from '@data-manager/domain/listing/listQuery';
import type { NumberRange } from '@data-manager/domain/numberRange';

function image(section: number, channel = 1, layer = 1): SectionImage {
  return { section, layer, channel };
}

function grid(sections: number, channels: readonly number[], layers: readonly number[] = [1]): SectionImage[] {
  return Array.from({ length: sections }, (_, index) => index + 1).flatMap((section) =>
    channels.flatMap((channel) => layers.map((layer) => image(section, channel, layer))),
  );
}

function findings(
  images: readonly SectionImage[],
  sections: number | undefined,
  channels: readonly number[],
): readonly Finding[] {
  const completeness = assessCompleteness(images, { sections, channels });
  return completeness === undefined ? [] : completenessFindings(completeness);
}

function describeFindings(...given: Parameters<typeof findings>): string {
  return findingsText(findings(...given));
}

function nameOf({ section, layer, channel }: SectionImage, copy: number): string {
  const digits = (number: number, count: number) => String(number).padStart(count, '0');
  return `acme/p/d/${copy}/A_S${digits(section, 6)}_L${digits(layer, 2)}_ch${digits(channel, 2)}.tif`;
}

function numbersOf(ranges: readonly NumberRange[]): readonly number[] {
  return ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

it('findings of a comparison say that they count the files of both sides', () => {
  const images = [{ ...image(1), difference: 'onlyServer' as const }, image(2)];
  expect(describeFindings(images, 2, [1])).toBe('Complete with the files of both sides (2 images)');
  expect(describeFindings(images, 3, [1])).toBe('1 of 3 images is missing on both sides: S000003');
});

it('the filters of all gaps have the sections and channels of each of them', () => {
  const images = grid(9, [1, 2, 3]).filter(
    ({ section, channel }) => !((section === 2 && channel === 2) || (section > 6 && channel === 3)),
  );
  const [missing] = findings(images, 9, [1, 2, 3]);
  const ranges = [
    { first: 2, last: 2 },
    { first: 7, last: 9 },
  ];
  expect(filtersOf(missing?.places ?? [])).toMatchObject({ sections: ranges, channels: [2, 3] });
  const [whole] = findings(
    grid(9, [1, 2]).filter(({ section }) => section !== 5),
    9,
    [1, 2],
  );
  expect(filtersOf(whole?.places ?? [])).toMatchObject({ sections: [{ first: 5, last: 5 }], channels: [] });
});

describe('the layers that the metadata states', () => {
  const expected = (attributes: Readonly<Record<string, string>>) =>
    expectedImages({ physicalSections: 40, channels: [1, 2, 3].map((num) => ({ num, name: '' })), attributes });

  it.each([
    ['are expected before they have images', [], '2', 240],
    ['are expected beside the layers of the images', grid(40, [1, 2, 3], [3]), '2', 360],
    ['begin with 0 if an image does', grid(40, [1, 2, 3], [0]), '2', 240],
    ['do not count if they are no whole number', [], 'two', 120],
  ])('%s', (_, images, layers, count) => {
    expect(assessCompleteness(images, expected({ layers }))?.expected).toBe(count);
  });
});

it('completenessFindings reports a complete dataset', () => {
  expect(describeFindings(grid(280, [1, 2, 3]), 280, [1, 2, 3])).toBe('Complete (840 images)');
});

it('completenessFindings lists each missing section with its channel', () => {
  const images = grid(280, [1, 2, 3]).filter(
    ({ section, channel }) => !(channel === 2 && (section === 123 || section === 200)),
  );
  expect(describeFindings(images, 280, [1, 2, 3])).toBe('2 of 840 images are missing: S000123 ch02, S000200 ch02');
});

it('completenessFindings speaks only of the sections that were found if the total is not set', () => {
  expect(describeFindings(grid(20, [1]), undefined, [])).toBe(
    'Sections 1–20 complete (20 images)\nTotal sections not set; 20 is the highest found',
  );
  const images = grid(20, [1]).filter(({ section }) => section !== 7);
  expect(describeFindings(images, undefined, [])).toBe(
    '1 of 20 images in sections 1–20 is missing: S000007\nTotal sections not set; 20 is the highest found',
  );
});

it('completenessFindings reports all missing images together', () => {
  const images = grid(20, [1, 2]).filter(({ section, channel }) => !(section === 7 && channel === 2));
  expect(describeFindings(images, 300, [1, 2, 3])).toBe(
    '861 of 900 images are missing: S000001–S000006 ch03, S000007 ch02 ch03, S000008–S000020 ch03, S000021–S000300',
  );
});

it('completenessFindings groups adjacent sections, and lists a section without any channel once', () => {
  const images = grid(10, [1, 2, 3]).filter(({ section }) => section < 4 || section > 6);
  const withoutMore = images.filter(({ section, channel }) => !(section === 7 && channel > 1));
  expect(describeFindings(withoutMore, 10, [1, 2, 3])).toBe(
    '11 of 30 images are missing: S000004–S000006, S000007 ch02 ch03',
  );
});

it('completenessFindings includes the layer if there are several', () => {
  const images = grid(3, [1], [1, 2]).filter(({ section, layer }) => !(section === 2 && layer === 2));
  expect(describeFindings(images, 3, [1])).toBe('1 of 6 images is missing: S000002 L02 ch01');
});

it('completenessFindings reports duplicate images', () => {
  expect(describeFindings([...grid(3, [1]), image(2)], 3, [1])).toBe(
    'Complete (3 images)\n1 image scanned twice: S000002',
  );
});

it('completenessFindings reports sections beyond the total and channels that are not in the metadata', () => {
  expect(describeFindings([...grid(2, [1]), image(3), image(9), image(1, 5)], 2, [1])).toBe(
    'Complete (2 images)\n2 sections outside 1–2: S000003, S000009\n1 channel not in the metadata: ch05',
  );
});

it('completenessFindings counts sections from 0 if the file names do', () => {
  expect(describeFindings([image(0), image(1), image(2)], 3, [1])).toBe('Complete (3 images)');
  expect(describeFindings([image(0), image(1), image(2), image(3)], 3, [1])).toMatch(/outside 1–3: S000000$/);
});

it('completenessFindings uses the sections and channels of the file names if the metadata has none', () => {
  expect(describeFindings([image(1), image(3), image(3, 2)], undefined, [])).toBe(
    '3 of 6 images in sections 1–3 are missing: S000001 ch02, S000002\nTotal sections not set; 3 is the highest found',
  );
});

it('completenessFindings returns nothing if neither the file names nor the metadata define what to expect', () => {
  expect(assessCompleteness([], { sections: undefined, channels: [1] })).toBeUndefined();
  expect(assessCompleteness([], { sections: 10, channels: [] })).toBeUndefined();
});

it('completenessFindings handles a mistyped section number of any size without delay', () => {
  expect(describeFindings([image(1), image(999_999)], undefined, [])).toBe(
    '999,997 of 999,999 images in sections 1–999999 are missing: S000002–S999998\nTotal sections not set; 999999 is the highest found',
  );
});

it('completenessFindings reads section images from file names in any folder', () => {
  const files = ['d/A_S000002_L01_ch03.tif', 'd/raw/A_S000002_L02_ch03.tif', 'd/notes.txt'];
  expect(sectionImages(files.map((key) => fileItem({ key, size: 1 })))).toMatchObject([image(2, 3, 1), image(2, 3, 2)]);
});

describe('assessCompleteness for arbitrary datasets', () => {
  const someImages = fc.array(
    fc.record({
      section: fc.nat(12),
      layer: fc.integer({ min: 1, max: 2 }),
      channel: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 40 },
  );
  const expected = fc.record({
    sections: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    channels: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
  });

  it('assigns each place the same state as a count of its files', () => {
    fc.assert(
      fc.property(someImages, expected, (images, metadata) => {
        const completeness = assessCompleteness(images, metadata);
        if (completeness === undefined) return;
        const { sections, lanes } = completeness;
        let missing = 0;
        for (const lane of lanes) {
          for (let section = 0; section <= 13; section += 1) {
            const count = images.filter(
              (one) => one.section === section && one.layer === lane.layer && one.channel === lane.channel,
            ).length;
            const belongs = lane.isExpected && section >= sections.first && section <= sections.last;
            const state = belongs
              ? count === 0
                ? 'missing'
                : count === 1
                  ? 'present'
                  : 'duplicate'
              : count === 0
                ? 'none'
                : 'unexpected';
            expect(placeState(lane, section, sections)).toBe(state);
            expect(numbersOf(lane.missing).includes(section)).toBe(state === 'missing');
            expect(numbersOf(lane.duplicate).includes(section)).toBe(state === 'duplicate');
            if (state === 'missing') missing += 1;
          }
        }
        expect(completeness.missing).toBe(missing);
      }),
    );
  });

  it('reports each missing place in exactly one finding, whose filters show its files', () => {
    fc.assert(
      fc.property(someImages, expected, (images, metadata) => {
        const completeness = assessCompleteness(images, metadata);
        if (completeness === undefined) return;
        const files = images.map((one, copy) => fileItem({ key: nameOf(one, copy), size: 1 }));
        const everywhere = completeness.lanes
          .filter((lane) => lane.isExpected)
          .flatMap(({ layer, channel }) =>
            numbersOf([completeness.sections]).map((section) =>
              fileItem({ key: nameOf({ section, layer, channel }, 0), size: 1 }),
            ),
          );
        for (const { kind, places } of completenessFindings(completeness)) {
          if (kind === 'missing') {
            const shown = places.flatMap(({ filters }) => filterFiles(everywhere, filters));
            expect(shown).toHaveLength(completeness.missing);
            expect(new Set(shown).size).toBe(completeness.missing);
          } else {
            for (const { filters } of places) {
              expect(filterFiles(files, filters).length).toBeGreaterThan(kind === 'duplicate' ? 1 : 0);
            }
          }
        }
      }),
    );
  });
});
