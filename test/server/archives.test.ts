import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { commonFolder } from '@data-manager/lib/commonFolder';
import { attachmentHeader, checkZipFileName, fileNameOnDisk } from '../../server/src/names/zipNames';
import { writeArchive, type ArchiveEntry, type ArchiveWriter } from '../../server/src/zips/writeArchive';
import { temporaryFolder } from '../support/temporaryFolder';
import { md5OfArchive } from '../support/unzip';
import { md5 } from '../support/uploadFile';

const ZIP64_END_RECORD = Buffer.from([0x50, 0x4b, 0x06, 0x06]);

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

function entry(name: string, content: string): ArchiveEntry {
  return {
    name,
    modified: new Date('2026-02-03T04:05:06Z'),
    open: () => Promise.resolve({ body: Readable.from([Buffer.from(content)]), size: Buffer.byteLength(content) }),
  };
}

async function* each(entries: readonly ArchiveEntry[]): AsyncGenerator<ArchiveEntry> {
  yield* entries;
  await Promise.resolve();
}

/** Writes an archive to a file. */
const toFile =
  (path: string): ArchiveWriter =>
  async (zip, signal) => {
    await pipeline(zip, createWriteStream(path), { signal });
    return (await stat(path)).size;
  };

const noSignal = (): AbortSignal => new AbortController().signal;

test('writeArchive writes every entry unchanged, storing images and compressing text', async () => {
  const path = join(folder, 'a.zip');
  const text = 'a line of text\n'.repeat(1_000);
  const entries = [
    entry('t/a.tif', text),
    entry('t/b.txt', text),
    entry('t/empty/', ''),
    entry('t/ü.bin', ''),
    entry('C_/x', '1'),
  ];
  await writeArchive(toFile(path), each(entries), { signal: noSignal() });
  expect(await md5OfArchive(path)).toEqual(
    new Map([
      ['t/a.tif', md5(text)],
      ['t/b.txt', md5(text)],
      ['t/ü.bin', md5('')],
      ['C_/x', md5('1')],
    ]),
  );
  const size = (await readFile(path)).length;
  expect(size).toBeGreaterThan(text.length);
  expect(size).toBeLessThan(text.length * 1.2);
});

test('writeArchive writes a readable ZIP64 archive if forced to', async () => {
  const path = join(folder, 'a.zip');
  await writeArchive(toFile(path), each([entry('a.tif', 'x')]), { signal: noSignal(), forceZip64: true });
  expect((await readFile(path)).includes(ZIP64_END_RECORD)).toBe(true);
  expect(await md5OfArchive(path)).toEqual(new Map([['a.tif', md5('x')]]));
});

test('writeArchive uses ZIP64 for more than 65,535 entries', async () => {
  const path = join(folder, 'a.zip');
  // Empty folders, because they are written much faster than files.
  const entries = Array.from({ length: 65_536 }, (_, index) => entry(`${String(index)}/`, ''));
  await writeArchive(toFile(path), each(entries), { signal: noSignal() });
  const end = (await readFile(path)).subarray(-98);
  expect(end.includes(ZIP64_END_RECORD)).toBe(true);
  expect(end.readBigUInt64LE(32)).toBe(65_536n);
});

test('writeArchive fails if an entry fails, is cut off or is aborted, and so does the writer', async () => {
  const failing: ArchiveEntry = { ...entry('a', ''), open: () => Promise.reject(new Error('gone')) };
  const broken: ArchiveEntry = {
    ...entry('a', ''),
    open: () =>
      Promise.resolve({
        body: new Readable({
          read() {
            this.destroy(new Error('torn'));
          },
        }),
        size: 9,
      }),
  };
  const short: ArchiveEntry = {
    ...entry('a', ''),
    open: () => Promise.resolve({ body: Readable.from([Buffer.of(1)]), size: 9 }),
  };
  const stopped = new AbortController();
  const endless: ArchiveEntry = {
    ...entry('a', ''),
    open: () => {
      setImmediate(() => {
        stopped.abort();
      });
      return Promise.resolve({
        body: new Readable({
          read() {
            setImmediate(() => this.push(Buffer.of(1)));
          },
        }),
        size: 9,
      });
    },
  };
  const failures: unknown[] = [];
  const write: ArchiveWriter = (zip, signal) =>
    toFile(join(folder, 'a.zip'))(zip, signal).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  await expect(writeArchive(write, each([entry('x', 'x'), failing]), { signal: noSignal() })).rejects.toThrow('gone');
  await expect(writeArchive(write, each([broken]), { signal: noSignal() })).rejects.toThrow('torn');
  await expect(writeArchive(write, each([short, entry('b', 'b')]), { signal: noSignal() })).rejects.toThrow(
    'number of bytes',
  );
  await expect(writeArchive(write, each([endless]), { signal: stopped.signal })).rejects.toThrow('aborted');
  expect(failures).toHaveLength(4);
});

test.each([
  [['a/b/c.tif'], 'a/b/'],
  [['a/b/c.tif', 'a/b/d.tif'], 'a/b/'],
  [['a/b/c.tif', 'a/bc/d.tif'], 'a/'],
  [['a/b', 'c/d'], ''],
])('commonFolder(%j) returns %j', (keys, common) => {
  expect(commonFolder(keys)).toBe(common);
});

test.each(['a/b.zip', '..\\b.zip', 'a', '.zip', 'a.tar', 'a\n.zip', `${'a'.repeat(1037)}.zip`])(
  'rejects %j as the name of an archive',
  (name) => {
    expect(() => checkZipFileName(name)).toThrow('plain file name');
  },
);

test('accepts the longest path of a folder as the name of an archive', () => {
  const name = `downsampled_${'a'.repeat(1_024)}.zip`;
  expect(checkZipFileName(name)).toBe(name);
});

test.each(['a.zip', `${'a'.repeat(251)}.zip`, `${'脳'.repeat(83)}.ZIP`])(
  'fileNameOnDisk keeps %j unchanged',
  (name) => {
    expect(fileNameOnDisk(name)).toBe(name);
  },
);

test('fileNameOnDisk keeps the start and end of a name that is too long', () => {
  const name = fileNameOnDisk(`acme-brains-${'a'.repeat(900)}-TC042.zip`);
  expect(name).toMatch(/^acme-brains-a+…a+-TC042\.zip$/);
  expect(Buffer.byteLength(name)).toBe(255);
});

test('fileNameOnDisk returns valid Unicode of at most 255 bytes ending in .zip for any name', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'ü', '脳', '🧠', '-'), minLength: 1, maxLength: 1_000 });
  fc.assert(
    fc.property(letters, (stem) => {
      const name = fileNameOnDisk(`${stem}.zip`);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(Buffer.from(name).toString()).toBe(name);
      expect(name.endsWith('.zip')).toBe(true);
      if (Buffer.byteLength(stem) <= 251) expect(name).toBe(`${stem}.zip`);
      else expect(Buffer.byteLength(name)).toBeGreaterThan(245);
    }),
  );
});

test('encodes quotes and umlauts in the Content-Disposition header', () => {
  expect(attachmentHeader('Mäuse "1" (2)%.zip')).toBe(
    `attachment; filename="M_use _1_ (2)_.zip"; filename*=UTF-8''M%C3%A4use%20%221%22%20%282%29%25.zip`,
  );
});
