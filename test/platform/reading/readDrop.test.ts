import fc from 'fast-check';
import { handleOfFile } from '../../../src/platform/reading/fileRegistry';
import { readDrop } from '../../../src/platform/reading/readDrop';
import { gatherFound } from '../../../src/platform/reading/readFiles';

interface FakeEntry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly fullPath: string;
}

function nameOf(path: string): string {
  return path.split('/').at(-1)!;
}

function fileEntry(fullPath: string): FakeEntry {
  const file = new File(['x'], nameOf(fullPath));
  return Object.assign(
    { name: nameOf(fullPath), isFile: true, isDirectory: false, fullPath },
    { file: (give: (found: File) => void) => give(file) },
  );
}

function brokenEntry(fullPath: string): FakeEntry {
  return Object.assign(
    { name: nameOf(fullPath), isFile: true, isDirectory: false, fullPath },
    { file: (_give: unknown, refuse: (error: Error) => void) => refuse(new Error('NotReadableError')) },
  );
}

/** Returns at most 100 children per call, as Chromium does. */
function folderEntry(fullPath: string, children: readonly FakeEntry[]): FakeEntry {
  return Object.assign(
    { name: nameOf(fullPath), isFile: false, isDirectory: true, fullPath },
    {
      createReader: () => {
        let given = 0;
        return {
          readEntries: (give: (batch: readonly FakeEntry[]) => void) => {
            const batch = children.slice(given, given + 100);
            given += batch.length;
            give(batch);
          },
        };
      },
    },
  );
}

function dropped(...entries: FakeEntry[]): DataTransferItem[] {
  return entries.map(
    (entry) => ({ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null }) as unknown as DataTransferItem,
  );
}

/** A handle of a folder. */
function folderHandle(folders: Readonly<Record<string, object>>, files: Readonly<Record<string, File>>): object {
  const find = <Found>(all: Readonly<Record<string, Found>>, name: string): Promise<Found> => {
    const found = all[name];
    return found === undefined ? Promise.reject(new TypeError('Name is not allowed.')) : Promise.resolve(found);
  };
  return {
    kind: 'directory',
    getDirectoryHandle: (name: string) => find(folders, name),
    getFileHandle: async (name: string) => {
      const file = await find(files, name);
      return { kind: 'file', getFile: () => Promise.resolve(file) };
    },
  };
}

/** A file, or a folder of entries. */
type Tree = 'file' | readonly Tree[];

const { trees } = fc.letrec<{ trees: Tree }>((tie) => ({
  trees: fc.oneof({ maxDepth: 4 }, fc.constant('file' as const), fc.array(tie('trees'), { maxLength: 130 })),
}));

function entryOf(tree: Tree, path: string): FakeEntry {
  return tree === 'file'
    ? fileEntry(path)
    : folderEntry(
        path,
        tree.map((child, index) => entryOf(child, `${path}/${index}`)),
      );
}

function pathsOf(tree: Tree, path: string): string[] {
  return tree === 'file' ? [path] : tree.flatMap((child, index) => pathsOf(child, `${path}/${index}`));
}

it('readDrop finds every file of a folder with more than 100 entries, in order', async () => {
  const names = Array.from({ length: 250 }, (_, index) => `/TC042/${index}.tif`);
  const { found } = await gatherFound(readDrop(dropped(folderEntry('/TC042', names.map(fileEntry)))));
  expect(found.map(({ relativePath }) => `/${relativePath}`)).toEqual(names);
});

it('readDrop reads folders at any depth and keeps their names', async () => {
  const deep = folderEntry('/a/b', [folderEntry('/a/b/c', [fileEntry('/a/b/c/x.tif')]), fileEntry('/a/b/y.tif')]);
  const { found } = await gatherFound(readDrop(dropped(folderEntry('/a', [deep]), fileEntry('/z.tif'))));
  expect(found.map(({ relativePath, file }) => [relativePath, file.name])).toEqual([
    ['a/b/c/x.tif', 'x.tif'],
    ['a/b/y.tif', 'y.tif'],
    ['', 'z.tif'],
  ]);
});

it('readDrop counts files that cannot be read and continues with the others', async () => {
  const { found, unreadable } = await gatherFound(
    readDrop(dropped(folderEntry('/a', [brokenEntry('/a/gone.tif'), fileEntry('/a/here.tif')]))),
  );
  expect(found).toHaveLength(1);
  expect(unreadable).toBe(1);
});

it('readDrop counts a folder that cannot be read and continues with the others', async () => {
  const closed = Object.assign(folderEntry('/closed', []), {
    createReader: () => ({
      readEntries: (_give: unknown, refuse: (error: Error) => void) => refuse(new Error('NotAllowedError')),
    }),
  });
  const { found, unreadable } = await gatherFound(readDrop(dropped(closed, fileEntry('/here.tif'))));
  expect(found.map(({ file }) => file.name)).toEqual(['here.tif']);
  expect(unreadable).toBe(1);
});

it('readDrop keeps the order of nested files and folders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trees, { maxLength: 4 }), async (roots) => {
      const { found } = await gatherFound(readDrop(dropped(...roots.map((tree, index) => entryOf(tree, `/${index}`)))));
      expect(found.map(({ relativePath, file }) => (relativePath === '' ? file.name : relativePath))).toEqual(
        roots.flatMap((tree, index) => pathsOf(tree, String(index))),
      );
    }),
  );
});

it('readDrop remembers the handle of the dropped entry for each file', async () => {
  const [folder, loose, refusing] = dropped(
    folderEntry('/TC042', [fileEntry('/TC042/a.tif')]),
    fileEntry('/b.tif'),
    fileEntry('/c.tif'),
  );
  const handle = { kind: 'directory', name: 'TC042' };
  Object.assign(folder!, { getAsFileSystemHandle: () => Promise.resolve(handle) });
  Object.assign(refusing!, { getAsFileSystemHandle: () => Promise.reject(new Error('NotAllowedError')) });
  const { found } = await gatherFound(readDrop([folder!, loose!, refusing!]));
  expect(found.map(({ file }) => handleOfFile(file))).toEqual([handle, undefined, undefined]);
});

it('readDrop opens the files of a folder by its handle', async () => {
  const file = new File(['x'], 'a.tif');
  const deepFile = new File(['x'], 'b.tif');
  const deep = folderEntry('/TC042/deep', [brokenEntry('/TC042/deep/b.tif')]);
  const [folder] = dropped(folderEntry('/TC042', [brokenEntry('/TC042/a.tif'), deep]));
  const handle = folderHandle({ deep: folderHandle({}, { 'b.tif': deepFile }) }, { 'a.tif': file });
  Object.assign(folder!, { getAsFileSystemHandle: () => Promise.resolve(handle) });
  const { found } = await gatherFound(readDrop([folder!]));
  expect(found).toEqual([
    expect.objectContaining({ file, relativePath: 'TC042/a.tif' }),
    expect.objectContaining({ file: deepFile, relativePath: 'TC042/deep/b.tif' }),
  ]);
  expect(found.map((one) => handleOfFile(one.file))).toEqual([handle, handle]);
});

it('readDrop opens files and folders that the handle refuses by their entries', async () => {
  const deep = folderEntry('/TC042/a:b', [fileEntry('/TC042/a:b/c.tif')]);
  const [folder] = dropped(folderEntry('/TC042', [fileEntry('/TC042/a:b.tif'), deep]));
  Object.assign(folder!, { getAsFileSystemHandle: () => Promise.resolve(folderHandle({}, {})) });
  const { found, unreadable } = await gatherFound(readDrop([folder!]));
  expect(found.map(({ relativePath }) => relativePath)).toEqual(['TC042/a:b.tif', 'TC042/a:b/c.tif']);
  expect(unreadable).toBe(0);
});
