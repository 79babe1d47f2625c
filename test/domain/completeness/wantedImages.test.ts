import { assessCompleteness } from '@data-manager/domain/completeness/completeness';
import { wantedNames } from '@data-manager/domain/completeness/wantedImages';

it('the first missing images are named in the order of their sections', () => {
  const present = [1, 3].flatMap((section) => [1, 2].map((channel) => ({ section, layer: 1, channel })));
  const completeness = assessCompleteness(present.slice(1), { sections: 900, channels: [1, 2] })!;
  expect(completeness.missing).toBe(1_797);
  expect(wantedNames(completeness, 'TC042', 4)).toEqual([
    ...['TC042_S000001_L01_ch01.tif', 'TC042_S000002_L01_ch01.tif', 'TC042_S000002_L01_ch02.tif'],
    'TC042_S000004_L01_ch01.tif',
  ]);
});
