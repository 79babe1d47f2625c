import { handleOfFile } from '../../src/platform/fileHandles';
import { readDrop } from '../../src/platform/readDrop';

interface FakeEntry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly fullPath: string;
}

function fileEntry(fullPath: string): FakeEntry {
  const file = new File(['x'], fullPath.split('/').at(-1)!);
  return Object.assign(
    { isFile: true, isDirectory: false, fullPath },
    { file: (give: (found: File) => void) => give(file) },
  );
}

function brokenEntry(fullPath: string): FakeEntry {
  return Object.assign(
    { isFile: true, isDirectory: false, fullPath },
    { file: (_give: unknown, refuse: (error: Error) => void) => refuse(new Error('NotReadableError')) },
  );
}

/** Gives at most 100 children a call, as Chromium does. */
function folderEntry(fullPath: string, children: readonly FakeEntry[]): FakeEntry {
  return Object.assign(
    { isFile: false, isDirectory: true, fullPath },
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

describe('reading a drop', () => {
  it('finds every file of a folder with more than a hundred, in their order', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `/TC042/${index}.tif`);
    const { found } = await readDrop(dropped(folderEntry('/TC042', names.map(fileEntry))));
    expect(found.map(({ relativePath }) => `/${relativePath}`)).toEqual(names);
  });

  it('goes into folders at any depth, and keeps their names', async () => {
    const deep = folderEntry('/a/b', [folderEntry('/a/b/c', [fileEntry('/a/b/c/x.tif')]), fileEntry('/a/b/y.tif')]);
    const { found } = await readDrop(dropped(folderEntry('/a', [deep]), fileEntry('/z.tif')));
    expect(found.map(({ relativePath, file }) => [relativePath, file.name])).toEqual([
      ['a/b/c/x.tif', 'x.tif'],
      ['a/b/y.tif', 'y.tif'],
      ['', 'z.tif'],
    ]);
  });

  it('counts what can’t be read, and goes on with the rest', async () => {
    const { found, unreadable } = await readDrop(
      dropped(folderEntry('/a', [brokenEntry('/a/gone.tif'), fileEntry('/a/here.tif')])),
    );
    expect(found).toHaveLength(1);
    expect(unreadable).toBe(1);
  });

  it('notes with each file the handle of what was dropped, where the browser gives one', async () => {
    const [folder, loose, refusing] = dropped(
      folderEntry('/TC042', [fileEntry('/TC042/a.tif')]),
      fileEntry('/b.tif'),
      fileEntry('/c.tif'),
    );
    const handle = { kind: 'directory', name: 'TC042' };
    Object.assign(folder!, { getAsFileSystemHandle: () => Promise.resolve(handle) });
    Object.assign(refusing!, { getAsFileSystemHandle: () => Promise.reject(new Error('NotAllowedError')) });
    const { found } = await readDrop([folder!, loose!, refusing!]);
    expect(found.map(({ file }) => handleOfFile(file))).toEqual([handle, undefined, undefined]);
  });
});
