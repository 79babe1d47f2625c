import { assessCompleteness, placeState, sectionImages } from '@data-manager/domain/completeness/completeness';
import { completenessFindings, findingsText } from '@data-manager/domain/completeness/completenessFindings';
import { describePlace, movePlace } from '@data-manager/domain/completeness/mapNavigation';
import { stackSections } from '@data-manager/domain/completeness/sectionStack';
import { fileItem, type FileEntry } from '@data-manager/domain/listing/fileListing';

const expected = { sections: 3, channels: [1] };

function entry(section: number, given: Partial<FileEntry> = {}): FileEntry {
  return { key: `acme/p/d/A_S00000${section}_L01_ch01.tif`, size: 1, ...given };
}

function assess(entries: readonly FileEntry[]) {
  const completeness = assessCompleteness(sectionImages(entries.map(fileItem)), expected);
  if (completeness === undefined) throw new Error('Nothing is expected.');
  return completeness;
}

function describeFindings(entries: readonly FileEntry[]): string {
  return findingsText(completenessFindings(assess(entries)));
}

const empty = { size: 0 };
const truncated = { unreadable: 'truncated' } as const;

it('a dataset with unreadable images is not complete, although no file is missing', () => {
  const entries = [entry(1), entry(2, empty), entry(3, truncated)];
  expect(describeFindings(entries)).toBe('2 damaged images: S000002–S000003');
  expect(assess(entries)).toMatchObject({ missing: 0, unreadable: 2 });
});

it('a dataset with unreadable images lists missing and unreadable images separately', () => {
  expect(describeFindings([entry(1), entry(3, truncated)])).toBe(
    '1 of 3 images is missing: S000002\n1 damaged image: S000003',
  );
});

it('a dataset with unreadable images shows them on the map, and Page Down moves to the next one', () => {
  const completeness = assess([entry(1), entry(2), entry(3, truncated)]);
  const [lane] = completeness.lanes;
  expect([1, 2, 3].map((section) => lane && placeState(lane, section, completeness.sections))).toEqual([
    'present',
    'present',
    'unreadable',
  ]);
  expect(movePlace(completeness, { lane: 0, section: 1 }, 'nextGap')).toEqual({ lane: 0, section: 3 });
  expect(describePlace(completeness, { lane: 0, section: 3 })).toBe('S000003 ch01: damaged');
});

describe('a section with a readable and an unreadable image', () => {
  const entries = [
    entry(1),
    entry(2, { key: 'acme/p/d/a/A_S000002_L01_ch01.tif', ...empty }),
    entry(2, { key: 'acme/p/d/b/A_S000002_L01_ch01.tif' }),
    entry(3),
  ];

  it('is a duplicate, not a gap', () => {
    expect(describeFindings(entries)).toBe('Complete (3 images)\n1 image scanned twice: S000002');
  });

  it('shows the readable one in the preview', () => {
    const [stack] = stackSections(entries.map(fileItem));
    expect(stack?.imageOf(2, 1)?.path).toBe('acme/p/d/b/A_S000002_L01_ch01.tif');
  });
});

it('a file without a section in its name is not an image, even if it is empty', () => {
  expect(fileItem({ key: 'acme/p/d/notes.txt', size: 0 }).unreadable).toBeUndefined();
});
