import fc from 'fast-check';
import { adoptTitle, uploadKey, uploadName, type NamedFile } from '@data-manager/domain/uploads/uploadKey';

const DATASET = 'brains/TC042';

it.each<[string, NamedFile, string, string]>([
  ['its own', { name: 'a.tif', webkitRelativePath: '' }, DATASET, 'a.tif'],
  ['as renamed', { name: 'a.tif', newName: 'b.tif', webkitRelativePath: '' }, DATASET, 'b.tif'],
  ['with its folders', { name: 'a.tif', webkitRelativePath: 'raw/day1/a.tif' }, DATASET, 'raw/day1/a.tif'],
  [
    'with its folders and as renamed',
    { name: 'a.tif', newName: 'b.tif', webkitRelativePath: 'raw/a.tif' },
    DATASET,
    'raw/b.tif',
  ],
  [
    "without a top folder of the dataset's own name",
    { name: 'a.tif', webkitRelativePath: 'TC042/a.tif' },
    DATASET,
    'a.tif',
  ],
  [
    "without a top folder of the dataset's own name in another spelling",
    { name: 'a.tif', webkitRelativePath: 'tc042\u00a0/a.tif' },
    DATASET,
    'a.tif',
  ],
  [
    "without only the topmost of two folders of the dataset's own name",
    { name: 'a.tif', webkitRelativePath: 'TC042/TC042/a.tif' },
    DATASET,
    'TC042/a.tif',
  ],
  [
    'with a top folder of the same name, where the prefix is a project',
    { name: 'a.tif', webkitRelativePath: 'brains/a.tif' },
    'brains',
    'brains/a.tif',
  ],
  [
    'by the same rule if the new name is the whole relative path',
    { name: 'a.tif', newName: 'TC042/b.tif', webkitRelativePath: 'TC042/a.tif' },
    DATASET,
    'b.tif',
  ],
  [
    'without spaces that can not be seen',
    { name: ' a.tif', webkitRelativePath: 'raw\u00a01 / a.tif' },
    DATASET,
    'raw 1/a.tif',
  ],
  ['in NFC', { name: 'A\u0308.tif', webkitRelativePath: 'u\u0308/A\u0308.tif' }, DATASET, '\u00FC/\u00C4.tif'],
])('uploadName is %s', (_, file, prefix, name) => {
  expect(uploadName(file, prefix)).toBe(name);
});

it('uploadName is idempotent for the new name', () => {
  const segment = fc.constantFrom('TC042', 'brains', 'raw', 'u\u0308');
  fc.assert(
    fc.property(
      fc.array(segment, { maxLength: 4 }),
      fc.option(fc.constantFrom('b.tif', 'x/b.tif')),
      (folders, newName) => {
        const webkitRelativePath = folders.length > 0 ? [...folders, 'a.tif'].join('/') : '';
        const file = { name: 'a.tif', webkitRelativePath, ...(newName === null ? {} : { newName }) };
        const name = uploadName(file, DATASET);
        expect(uploadName({ ...file, newName: name }, DATASET)).toBe(name);
      },
    ),
  );
});

it('uploadKey joins sponsor, prefix and name in NFC', () => {
  expect(uploadKey('acme', 'brains/TC042', 'raw/a.tif')).toBe('acme/brains/TC042/raw/a.tif');
  expect(uploadKey('acme', 'an\u00a0older project', ' a.tif')).toBe('acme/an\u00a0older project/a.tif');
  expect(uploadKey('acme', 'Ma\u0308use', 'a.tif')).toBe('acme/M\u00E4use/a.tif');
});

describe('adoptTitle', () => {
  const titles = ['TC042', 'B\u00fcrgel', 'tc043'];

  it.each([
    ['takes the case of a dataset', 'tc042/a.tif', 'TC042/a.tif'],
    ['takes the form of letters of a dataset', 'Bu\u0308rgel/raw/a.tif', 'B\u00fcrgel/raw/a.tif'],
    ['keeps a folder that no dataset is named like', 'TC044/a.tif', 'TC044/a.tif'],
    ['keeps the name of a file without a folder', 'tc042', 'tc042'],
    ['changes no deeper folder', 'new/tc042/a.tif', 'new/tc042/a.tif'],
  ])('%s', (_what, path, adopted) => expect(adoptTitle(path, titles)).toBe(adopted));

  it('keeps the folder of a dataset beside another spelling of its title', () => {
    expect(adoptTitle('tc042/a.tif', ['TC042', 'tc042'])).toBe('tc042/a.tif');
  });
});

it('keeps an adopted title when the upload is queued', () => {
  const file = { name: 'a.tif', newName: 'TC042/a.tif', webkitRelativePath: 'tc042/a.tif' };
  expect(uploadName(file, 'brains')).toBe('TC042/a.tif');
});
