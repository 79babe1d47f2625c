import { planFetch, requestedFilesOf } from '../../../src/transfers/fetches/requestedFiles';
import { aStoredFile, createFakeDisk } from '../../support/fakeDisk';

const REQUEST = { title: 'TC042', folderId: 'folder-1', folderName: 'Disk' };
const FILES = ['a.tif', 'b.tif', 'c.tif'].map((name) => aStoredFile(`acme/brains/${name}`, 2_000));
const [A, B, C] = FILES as [(typeof FILES)[0], (typeof FILES)[0], (typeof FILES)[0]];

/** Plans a fetch into a folder that has `a.tif` with other content, `b.tif` with the same content, and an empty `c.tif`. */
async function plan(decision: 'replace' | 'keep' | undefined) {
  const disk = createFakeDisk();
  disk.put('a.tif', { ...A, size: 1 });
  disk.put('b.tif', B);
  disk.put('c.tif', { ...C, size: 0 });
  const ask = jest.fn(() => Promise.resolve(decision));
  const command = await planFetch(disk.folders, REQUEST, { files: FILES, prefix: 'acme/brains/' }, ask);
  const planned = await requestedFilesOf(disk.folders).take('folder-1', 0);
  const replaced = planned?.filter(({ replaces }) => replaces).map(({ path }) => path);
  return { disk, ask, command, paths: planned?.map(({ path }) => path), replaced };
}

it('planFetch asks once, naming only the files whose content differs', async () => {
  const { ask } = await plan('replace');
  expect(ask.mock.calls).toEqual([['Disk', ['a.tif']]]);
});

it('planFetch lets the fetch replace only the named files if the user agrees', async () => {
  const { command, paths, replaced } = await plan('replace');
  expect(command?.payload).toEqual(REQUEST);
  expect(replaced).toEqual(['a.tif']);
  expect(paths).toEqual(['a.tif', 'b.tif', 'c.tif']);
});

it('planFetch gives the fetched file another name if the user keeps both', async () => {
  const { command, paths, replaced } = await plan('keep');
  expect(command?.payload).toEqual(REQUEST);
  expect(replaced).toEqual([]);
  expect(paths).toEqual(['a (2).tif', 'b.tif', 'c.tif']);
});

it('planFetch asks nothing again if the new name is taken, too', async () => {
  const disk = createFakeDisk();
  disk.put('a.tif', { ...A, size: 1 });
  disk.put('a (2).tif', { ...A, size: 1 });
  const ask = jest.fn(() => Promise.resolve('keep' as const));
  await planFetch(disk.folders, REQUEST, { files: [A], prefix: 'acme/brains/' }, ask);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await requestedFilesOf(disk.folders).take('folder-1', 0)).toMatchObject([{ path: 'a (3).tif' }]);
});

it('planFetch keeps neither the files nor the folder if the user cancels', async () => {
  const { disk, command, paths } = await plan(undefined);
  expect(command).toBeUndefined();
  expect(paths).toBeUndefined();
  expect(disk.released).toEqual(['folder-1']);
});

it('planFetch asks about a file of the same size if its content can’t be compared', async () => {
  const disk = createFakeDisk();
  disk.put('a.tif', A);
  const ask = jest.fn(() => Promise.resolve('keep' as const));
  await planFetch(disk.folders, REQUEST, { files: [{ ...A, etag: 'unknown' }], prefix: 'acme/brains/' }, ask);
  expect(ask).toHaveBeenCalledTimes(1);
});
