import { findNameTrouble } from '@data-manager/domain/names/nameTrouble';

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
  ['Brain07-S000051-L01-ch02.tif', { kind: 'spelling', suggestion: 'Brain07_S000051_L01_ch02.tif' }],
  ['TC042_s000012_l01_CH03.tif', { kind: 'spelling', suggestion: 'TC042_S000012_L01_ch03.tif' }],
  ['TC042 section 12 layer 1 channel 3.tif', { kind: 'spelling', suggestion: 'TC042_S000012_L01_ch03.tif' }],
  ['TC042_S0000012_L001_ch3.tif', { kind: 'digits', suggestion: 'TC042_S000012_L01_ch03.tif' }],
  ['TC042_S000012_L01_ch03 .tif', { kind: 'spelling', suggestion: 'TC042_S000012_L01_ch03.tif' }],
  ['TC042_S000012_L01_ch03.tif ', { kind: 'spelling', suggestion: 'TC042_S000012_L01_ch03.tif' }],
  ['TC042_S\u00a012 L 1  ch - 3.tif', { kind: 'spelling', suggestion: 'TC042_S000012_L01_ch03.tif' }],
  ['TC042_S1000000_L01_ch01.tif', { kind: 'pattern' }],
  ['TC042_S000001_L01_ch01 (1).tif', { kind: 'pattern' }],
  ['signal_ch000012.tif', { kind: 'pattern' }],
  ['a\\b_S000001_L01_ch1.tif', { kind: 'pattern' }],
])('findNameTrouble explains %s', (name, trouble) => {
  expect(findNameTrouble(name)).toEqual(trouble);
});
