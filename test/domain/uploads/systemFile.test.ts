import { isSystemFile } from '@data-manager/domain/uploads/systemFile';

it.each([
  '.DS_Store',
  'TC042/.DS_Store',
  'TC042/THUMBS.DB',
  'TC042/desktop.ini',
  'TC042/._TC042_S000001_L01_ch01.tif',
  '__MACOSX/TC042/TC042_S000001_L01_ch01.tif',
  '$RECYCLE.BIN/TC042_S000001_L01_ch01.tif',
])('isSystemFile recognizes %s', (path) => {
  expect(isSystemFile(path)).toBe(true);
});

it.each(['TC042/TC042_S000001_L01_ch01.tif', 'Thumbs.db/a_S000001_L01_ch01.tif', 'TC042/my.DS_Store', 'Mosaic.txt'])(
  'isSystemFile treats %s as a file of the user',
  (path) => {
    expect(isSystemFile(path)).toBe(false);
  },
);
