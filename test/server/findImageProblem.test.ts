import fc from 'fast-check';
import sharp from 'sharp';
import type { ReadAt } from '../../server/src/disk/readFile';
import { findImageProblem } from '../../server/src/images/findImageProblem';
import { drawnTiff } from '../support/drawnTiff';
import { bigTiff } from '../support/tiffs';

function check(bytes: Uint8Array) {
  const readAt: ReadAt = (position, length) =>
    Promise.resolve(Buffer.from(bytes.subarray(position, position + length)));
  return findImageProblem(readAt, bytes.length);
}

const stack = Buffer.from(bigTiff(4, 2, [Array<number>(8).fill(1), Array<number>(8).fill(2)]));

/** Returns a pyramid of JPEG tiles, whose directories libvips writes at the end. */
function tiled(): Promise<Buffer> {
  const input = { create: { width: 600, height: 400, channels: 3, background: 'red' } } as const;
  return sharp(input).tiff({ tile: true, compression: 'jpeg', pyramid: true }).toBuffer();
}

it.each([
  ['an uncompressed TIFF', () => drawnTiff(20_000, 1)],
  ['a BigTIFF with two planes', () => stack],
  ['a tiled pyramid', tiled],
])('a complete file has no problem if it is %s', async (_name, make) => {
  expect(await check(await make())).toBeUndefined();
});

it('an incomplete file is empty if it has no bytes', async () => {
  expect(await check(Buffer.alloc(0))).toBe('empty');
});

it.each([
  ['an uncompressed TIFF', () => drawnTiff(20_000, 1)],
  ['a BigTIFF with two planes', () => stack],
  ['a tiled pyramid', tiled],
])('an incomplete file is truncated if it lacks the end of %s', async (_name, make) => {
  const whole = await make();
  for (const length of [4, 8, Math.floor(whole.length / 2), Math.floor(whole.length * 0.9)]) {
    expect([length, await check(whole.subarray(0, length))]).toEqual([length, 'truncated']);
  }
});

it.each(['no image', 'II', '\u0089PNG\r\n', 'II\u0007\u0000'])('the text %j is not a TIFF', async (text) => {
  expect(await check(Buffer.from(text, 'latin1'))).toBe('not-tiff');
});

it('checking any changed file ends with a result', async () => {
  const whole = drawnTiff(4_000, 1);
  const change = fc.tuple(fc.nat(200), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const changed = Buffer.from(whole);
      for (const [at, value] of changes) changed[at] = value;
      expect([undefined, 'truncated', 'not-tiff', 'damaged']).toContain(await check(changed));
    }),
    { numRuns: 60 },
  );
});

it('reads a bounded number of bytes of a file whose directories refer to the same long list', async () => {
  const [directories, strips] = [1_000, 400_000];
  const entries = [
    [256, 1, 1],
    [257, 1, 1],
    // JPEG: the size of the strips is not known.
    [259, 1, 7],
    [273, strips, 0],
  ] as const;
  const directoryBytes = 2 + entries.length * 12 + 4;
  const listAt = 8 + directories * directoryBytes;
  const file = Buffer.alloc(listAt + strips * 4, 1);
  file.write('II', 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(8, 4);
  // Every strip is inside the file.
  for (let at = listAt; at < file.length; at += 4) file.writeUInt32LE(8, at);
  for (let index = 0; index < directories; index += 1) {
    const at = 8 + index * directoryBytes;
    file.writeUInt16LE(entries.length, at);
    entries.forEach(([tag, count, value], place) => {
      file.writeUInt16LE(tag, at + 2 + place * 12);
      file.writeUInt16LE(4, at + 4 + place * 12);
      file.writeUInt32LE(count, at + 6 + place * 12);
      file.writeUInt32LE(tag === 273 ? listAt : value, at + 10 + place * 12);
    });
    file.writeUInt32LE(index === directories - 1 ? 0 : at + directoryBytes, at + directoryBytes - 4);
  }
  let bytes = 0;
  const readAt: ReadAt = (position, length) => {
    bytes += length;
    return Promise.resolve(file.subarray(position, position + length));
  };
  expect(await findImageProblem(readAt, file.length)).toBeUndefined();
  expect(bytes).toBeLessThan(70 * 1024 * 1024);
});
