import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFolder } from '../../../src/platform/folders/readFolder';
import { chunksOf, hashBlob } from '../../../src/platform/hashing/hashBlob';
import { openDiskFile, type DiskFile } from '../../../src/platform/node/diskFile';
import { diskFolder } from '../../../src/platform/node/diskFolder';
import { createHashing } from '../../../src/platform/node/hashing';
import { probeFile } from '../../../src/platform/reading/fileRegistry';
import { gatherFound } from '../../../src/platform/reading/readFiles';
import { temporaryFolder } from '../../support/temporaryFolder';

let folder: string;
let path: string;

async function openWith(content: string | Uint8Array): Promise<DiskFile> {
  await writeFile(path, content);
  return openDiskFile(path);
}

describe('files of the disk', () => {
  beforeEach(async () => {
    folder = await temporaryFolder();
    path = join(folder, 'a.tif');
  });

  it('a file is read in slices, whose offsets may be negative or too large', async () => {
    const file = await openWith('0123456789');
    expect({ name: file.name, size: file.size }).toEqual({ name: 'a.tif', size: 10 });
    expect(await file.slice(2, 5).text()).toBe('234');
    expect(await file.slice(2, 8).slice(1, -1).text()).toBe('3456');
    expect(await file.slice(-3).text()).toBe('789');
    expect(await file.slice(8, 99).text()).toBe('89');
    expect(file.slice(5, 2).size).toBe(0);
    expect(await file.slice(5, 5).text()).toBe('');
  });

  it('a stream has the bytes of its slice, whoever brings the buffers', async () => {
    const bytes = new Uint8Array(9_000_001).map((_zero, index) => index % 251);
    const slice = (await openWith(bytes)).slice(3, 8_999_999);
    const streamed: Uint8Array[] = [];
    for await (const chunk of slice.stream() as unknown as AsyncIterable<Uint8Array>) streamed.push(chunk);
    expect(Buffer.concat(streamed).equals(bytes.subarray(3, 8_999_999))).toBe(true);
    let read = 0;
    for await (const chunk of chunksOf(slice)) read += chunk.byteLength;
    expect(read).toBe(8_999_996);
  });

  it('a file that has changed or is gone can’t be read, as in a browser', async () => {
    const file = await openWith('0123456789');
    expect(await probeFile(file)).toBe('readable');
    await appendFile(path, 'x');
    expect(await probeFile(file.slice(0, 1))).toBe('changed');
    expect(await hashBlob(file)).toEqual({ kind: 'unreadable' });
    await rm(path);
    await expect(file.slice(0, 1).text()).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('the samples of a file have the same hashes whether they are hashed with the file or alone', async () => {
    const { hashPart, hashSamples } = createHashing(undefined);
    const file = await openWith('0123456789');
    const samples = [
      [
        { start: 1, end: 3 },
        { start: 7, end: 9 },
      ],
      [{ start: 0, end: 1 }],
    ];
    const never = new AbortController().signal;
    const whole = await hashPart(file, never, samples);
    expect(whole).toMatchObject({ kind: 'hashed', md5: '781e5e245d69b566979b86e28d23f2c7', bytes: 10 });
    expect(await hashSamples(file, samples, never)).toMatchObject({
      samples: whole.kind === 'hashed' ? whole.samples : [],
    });
  });
});

describe('folders of the disk', () => {
  it('the files of a folder and its subfolders have paths that begin with its name', async () => {
    const disk = diskFolder(join(await temporaryFolder(), 'Scan'));
    await expect(disk.keys().next()).rejects.toMatchObject({ name: 'NotFoundError' });
    const root = await diskFolder(await temporaryFolder()).getDirectoryHandle('Scan', { create: true });
    const inner = await root.getDirectoryHandle('S1', { create: true });
    for (const [parent, name] of [
      [root, 'a.tif'],
      [inner, 'b.tif'],
    ] as const) {
      const writable = await (await parent.getFileHandle(name, { create: true })).createWritable();
      await writable.write({ type: 'write', position: 0, data: new Uint8Array([1, 2, 3]) });
      await writable.close();
    }
    const { found, unreadable } = await gatherFound(readFolder(root));
    expect(found.map(({ relativePath, size }) => [relativePath, size])).toEqual([
      ['Scan/a.tif', 3],
      ['Scan/S1/b.tif', 3],
    ]);
    expect(unreadable).toBe(0);
  });

  it('a file that is being written is not visible before it is complete', async () => {
    const folder = diskFolder(await temporaryFolder());
    const handle = await folder.getFileHandle('a.tif', { create: true });
    const writable = await handle.createWritable();
    await writable.write({ type: 'write', position: 0, data: new Uint8Array([1]) });
    expect((await gatherFound(readFolder(folder))).found).toEqual([]);
    await writable.abort();
    await expect(handle.getFile()).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});
