/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { File } from 'node:buffer';
import { createFollowCalls } from '../../../src/platform/folders/followedFiles';

interface FakeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lastModified: number;
}

interface FakeTree {
  readonly [name: string]: FakeFile | FakeTree;
}

const EMPTY: FakeFile = { bytes: new Uint8Array(), lastModified: 1 };
const TEXT: FakeFile = { bytes: new TextEncoder().encode('not an image'), lastModified: 2 };
const REQUEST = { folderId: 'folder-1', again: [], isRest: false };

/** Creates the handle of a folder, which counts the files that are read. */
function aFolder(tree: FakeTree, onRead: () => void = () => undefined): FileSystemDirectoryHandle {
  const notFound = (): Promise<never> => Promise.reject(new DOMException('no', 'NotFoundError'));
  const childOf = (name: string): unknown => {
    const child = tree[name];
    if (child === undefined) return undefined;
    if (!isFile(child)) return aFolder(child, onRead);
    const getFile = () => {
      onRead();
      return Promise.resolve(new File([child.bytes], name, { lastModified: child.lastModified }));
    };
    return { kind: 'file', getFile };
  };
  const directory = {
    kind: 'directory',
    async *entries() {
      await Promise.resolve();
      for (const name of Object.keys(tree)) yield [name, childOf(name)];
    },
    getDirectoryHandle: (name: string) => Promise.resolve(childOf(name)).then((child) => child ?? notFound()),
    getFileHandle: (name: string) => Promise.resolve(childOf(name)).then((child) => child ?? notFound()),
  };
  return directory as unknown as FileSystemDirectoryHandle;
}

function isFile(child: FakeFile | FakeTree): child is FakeFile {
  return 'lastModified' in child;
}

describe('files of a followed folder', () => {
  it('finds files in subfolders, without those of operating systems, and reads them rarely once they are reported', async () => {
    let reads = 0;
    const folder = aFolder({ 'b.tif': TEXT, sub: { 'a.tif': EMPTY }, '.DS_Store': EMPTY }, () => (reads += 1));
    const calls = createFollowCalls();
    await expect(calls.scan(folder, { ...REQUEST, now: 0 })).resolves.toMatchObject({ settled: [], growing: 2 });
    await expect(calls.scan(folder, { ...REQUEST, now: 30_000 })).resolves.toEqual({
      kind: 'scanned',
      settled: [
        { path: 'b.tif', size: 12, lastModified: 2 },
        { path: 'sub/a.tif', size: 0, lastModified: 1 },
      ],
      gone: [],
      growing: 0,
      hasRest: false,
    });
    await calls.scan(folder, { ...REQUEST, now: 60_000 });
    expect(reads).toBe(4);
    await expect(calls.scan(aFolder({}), { ...REQUEST, now: 90_000 })).resolves.toMatchObject({
      gone: ['b.tif', 'sub/a.tif'],
    });
  });

  it('returns a thousand files at a time, and returns them again if the rest is not requested', async () => {
    const names = Array.from({ length: 2_300 }, (_, index) => `${String(index).padStart(5, '0')}.tif`);
    const folder = aFolder(Object.fromEntries(names.map((name) => [name, EMPTY])));
    const calls = createFollowCalls();
    const scan = async (now: number, isRest = false) => {
      const result = await calls.scan(folder, { ...REQUEST, isRest, now });
      return result.kind === 'scanned' ? [result.settled.length, result.hasRest] : result;
    };
    await scan(0);
    await expect(scan(30_000)).resolves.toEqual([1_000, true]);
    await expect(scan(30_000, true)).resolves.toEqual([1_000, true]);
    await expect(scan(60_000)).resolves.toEqual([300, false]);
    await expect(scan(90_000)).resolves.toEqual([0, false]);
  });

  it('opens files with the problem of an image that is not complete', async () => {
    const folder = aFolder({ 'b.tif': TEXT, 'Mosaic.txt': TEXT, sub: { 'a.tif': EMPTY } });
    const paths = ['sub/a.tif', 'b.tif', 'Mosaic.txt', 'c.tif', 'other/c.tif'];
    const opened = await createFollowCalls().openFiles(folder, paths);
    expect(opened).toMatchObject([
      { kind: 'opened', problem: 'empty' },
      { kind: 'opened', problem: 'not-tiff' },
      { kind: 'opened' },
      { kind: 'missing' },
      { kind: 'missing' },
    ]);
    expect(opened[2]).not.toHaveProperty('problem');
  });

  it.each([
    ['NotFoundError', 'gone'],
    ['NotAllowedError', 'forbidden'],
  ])('does not report files as gone if the folder fails with %s', async (name, fault) => {
    const entries = () => {
      throw new DOMException('no', name);
    };
    const folder = { kind: 'directory', entries } as unknown as FileSystemDirectoryHandle;
    await expect(createFollowCalls().scan(folder, { ...REQUEST, now: 0 })).resolves.toEqual({
      kind: 'failed',
      fault,
    });
  });
});
