import { datasetContents } from '../../../src/domain/listing/datasetContents';
import { finish } from '../../../src/lib/inPieces';
import { aListing } from '../../support/builders';

const keys = ['A_S000001_L01_ch01.tif', 'A_S000001_L01_ch02.tif', 'A_S000004_L01_ch01.tif', 'notes.txt'];
const entries = [...keys.map((key) => `acme/brains/A/${key}`), 'acme/brains/B/raw.txt', 'acme/brains/loose.tif'].map(
  (key) => ({ key, size: 1 }),
);

describe('datasetContents', () => {
  it('counts the distinct sections and channels of each folder with section images', () => {
    const { contents } = finish(datasetContents(aListing(entries), 'acme/brains'));
    expect([...(contents ?? [])].map(([folder, { sample, ...counts }]) => [folder, sample.fileName, counts])).toEqual([
      ['A', keys[1], { sections: 2, channels: 2 }],
    ]);
  });

  it('leaves out unreadable images', () => {
    const broken = [
      { key: 'acme/brains/A/A_S000002_L01_ch05.tif', size: 0 },
      { key: 'acme/brains/C/C_S000001_L01_ch01.tif', size: 1, unreadable: 'not-tiff' as const },
    ];
    const { contents } = finish(datasetContents(aListing([...entries, ...broken]), 'acme/brains'));
    expect([...(contents ?? [])].map(([folder, { sections, channels }]) => [folder, sections, channels])).toEqual([
      ['A', 2, 2],
    ]);
  });

  it('returns nothing while more files are loading', () => {
    expect(finish(datasetContents(undefined, 'acme/brains'))).toEqual({});
  });
});
