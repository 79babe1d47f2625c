import fc from 'fast-check';
import { createGapMarker, type GapMark } from '@data-manager/domain/completeness/gapMarks';
import { formatFileName } from '@data-manager/domain/names/grammar';
import { forecastFolders, type PlannedDataset, type PlannedFile } from '@data-manager/domain/uploads/uploadForecast';

interface Image {
  readonly folder: string;
  readonly section: number;
  readonly channel: number;
}

function image(section: number, channel = 1, folder = 'TC042'): Image {
  return { folder, section, channel };
}

function planned({ folder, section, channel }: Image, index: number): PlannedFile {
  const name = formatFileName({ dataset: folder, section, channel });
  return { key: `acme/brains/${folder}/${index}/${name}`, size: 1, naming: { section, layer: 1, channel } };
}

function marksOf(images: readonly Image[], datasets: readonly PlannedDataset[] = []): readonly (readonly GapMark[])[] {
  const files = images.map(planned);
  return files.map(createGapMarker(forecastFolders(files, new Map(), datasets, () => undefined)));
}

it('createGapMarker compares with the metadata, but ignores a channel without any image', () => {
  const dataset = { path: 'acme/brains/TC042', sections: 4, channels: [1, 2] };
  expect(marksOf([image(1), image(2), image(3)], [dataset])).toEqual([[], [], ['nextToGap']]);
});

it('createGapMarker includes the files on the server', () => {
  const files = [image(1), image(3)].map(planned);
  const there = ['S000002_L01_ch01', 'S000001_L01_ch02'].map((name) => {
    const key = `acme/brains/TC042/TC042_${name}.tif`;
    return [key, { key, size: 1 }] as const;
  });
  expect(files.map(createGapMarker(forecastFolders(files, new Map(there), [], () => undefined)))).toEqual([
    [],
    ['missingChannel'],
  ]);
});

it('createGapMarker marks exactly the images next to missing places for any selection', () => {
  const images = fc.array(
    fc.record({
      folder: fc.constantFrom('a', 'b'),
      section: fc.nat(20),
      channel: fc.integer({ min: 1, max: 3 }),
    }),
  );
  fc.assert(
    fc.property(images, (chosen) => {
      const expected = chosen.map(({ folder, section }) => {
        const beside = chosen.filter((one) => one.folder === folder);
        const has = (number: number) => beside.some((one) => one.section === number);
        const isBeyond = (step: number) => beside.some((one) => Math.sign(one.section - section) === step);
        const channels = (of: readonly Image[]) => new Set(of.map(({ channel }) => channel)).size;
        const lacks = channels(beside.filter((one) => one.section === section)) < channels(beside);
        const borders = [-1, 1].some((step) => isBeyond(step) && !has(section + step));
        return [...(lacks ? ['missingChannel'] : []), ...(borders ? ['nextToGap'] : [])];
      });
      expect(marksOf(chosen)).toEqual(expected);
    }),
  );
});
