import { findNameTrouble, foreignDataset } from '../../../src/domain/names/nameTrouble';

describe('findNameTrouble', () => {
  it.each([
    ['TC042_S000001_L01_ch01.tif', undefined],
    [
      'TC042_S000001_L01_ch01.ome.tiff',
      { kind: 'extension', extension: '.ome.tiff', suggestion: 'TC042_S000001_L01_ch01.tif' },
    ],
    ['TC042_S000001_L01_ch01.png', { kind: 'extension', extension: '.png' }],
    ['TC042_S000001_L01_ch01', { kind: 'extension', extension: '' }],
    ['TC042_s12_l1_CH3.TIF', { kind: 'digits', suggestion: 'TC042_S000012_L01_ch03.tif' }],
    [
      'TC042_S12_L01_ch03.ome.tif',
      { kind: 'extension', extension: '.ome.tif', suggestion: 'TC042_S000012_L01_ch03.tif' },
    ],
    ['signal_ch000012.tif', { kind: 'pattern' }],
    ['a\\b_S000001_L01_ch1.tif', { kind: 'pattern' }],
  ])('explains %s', (name, trouble) => {
    expect(findNameTrouble(name)).toEqual(trouble);
  });
});

describe('foreignDataset', () => {
  const others = ['TC043', 'TC04'];
  it.each([
    ['TC042_S000001_L01_ch01.tif', undefined],
    ['tc042_brain_S000001_L01_ch01.tif', undefined],
    ['TC043_brain_S000001_L01_ch01.tif', 'TC043'],
    ['TC04_S000001_L01_ch01.tif', 'TC04'],
    ['TC0421_S000001_L01_ch01.tif', ''],
  ])('finds the dataset in %s', (name, found) => {
    expect(foreignDataset(name, 'TC042', others)).toBe(found);
  });
});
