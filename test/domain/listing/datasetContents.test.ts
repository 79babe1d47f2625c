import { datasetContents, isDatasetComplete, representativeImage } from '@data-manager/domain/listing/datasetContents';
import { fileItem, NOTHING_LISTED, withPage, type FileEntry } from '@data-manager/domain/listing/fileListing';
import { omit } from '@data-manager/lib/omit';
import { aDataset, aListing } from '../../support/builders';

const keys = ['A_S000001_L01_ch01.tif', 'A_S000001_L01_ch02.tif', 'A_S000004_L01_ch01.tif', 'notes.txt'];
const entries = [
  ...keys.map((key) => `acme/brains/A/${key}`),
  'acme/brains/B/deep/raw.txt',
  'acme/brains/C/other.tif',
  'acme/brains/loose.tif',
].map((key) => ({ key, size: 10 }));

const channels = [
  { num: 1, name: 'one' },
  { num: 2, name: 'two' },
];
const datasets = [
  aDataset({ dataset: 'A', physicalSections: 4, channels }),
  omit(aDataset({ dataset: 'B', channels: [] }), 'physicalSections'),
  aDataset({ dataset: 'empty' }),
];

function contentsOf(listed: readonly FileEntry[]) {
  return datasetContents(aListing(listed), 'acme/brains', datasets);
}

const image = (section: number, channel: number, unreadable?: FileEntry['unreadable']) =>
  fileItem({
    key: `acme/brains/A/A_S00000${String(section)}_L01_ch0${String(channel)}.tif`,
    size: 10,
    ...(unreadable && { unreadable }),
  });

describe('datasetContents', () => {
  it('adds up the files of each dataset and counts its complete sections, channels and expected images', () => {
    const contents = [...(contentsOf(entries) ?? [])].map(([title, { sample, ...counts }]) => [
      title,
      sample?.fileName,
      counts,
    ]);
    expect(contents).toEqual([
      ['A', keys[0], { fileCount: 4, size: 40, completeSections: 1, channels: 2, images: { present: 3, expected: 8 } }],
      ['B', undefined, { fileCount: 1, size: 10, completeSections: 0, channels: 0 }],
    ]);
  });

  it('does not count unreadable images', () => {
    const listed = entries.map((entry) => ({ ...entry, unreadable: 'truncated' as const }));
    expect(contentsOf(listed)?.get('A')).toMatchObject({
      completeSections: 0,
      channels: 0,
      images: { present: 0, expected: 8 },
    });
    expect(contentsOf(listed)?.get('A')).not.toHaveProperty('sample');
  });

  it('returns nothing while more files are loading', () => {
    const begun = withPage(NOTHING_LISTED, [entries], 'the rest');
    expect(datasetContents(begun, 'acme/brains', datasets)).toBeUndefined();
    expect(datasetContents(undefined, 'acme/brains', datasets)).toBeUndefined();
  });
});

describe('isDatasetComplete', () => {
  const expected = aDataset({ dataset: 'A', physicalSections: 2, channels });
  const all = [image(1, 1), image(1, 2), image(2, 1), image(2, 2)];

  it('requires a readable file for every expected image', () => {
    expect(isDatasetComplete(all, expected)).toBe(true);
    expect(isDatasetComplete(all.slice(1), expected)).toBe(false);
    expect(isDatasetComplete([...all.slice(1), image(1, 1, 'damaged')], expected)).toBe(false);
  });

  it('is false if the total of sections is unknown', () => {
    expect(isDatasetComplete(all, omit(aDataset({ channels }), 'physicalSections'))).toBe(false);
  });
});

it('representativeImage returns the first readable image of the section in the middle', () => {
  const images = [image(1, 1), image(1, 2), image(2, 1, 'empty'), image(2, 2), image(2, 3), image(3, 1), image(3, 2)];
  expect(representativeImage(images)).toBe(images[3]);
  expect(representativeImage([image(1, 1, 'empty')])).toBeUndefined();
});
