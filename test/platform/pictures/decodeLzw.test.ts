import fc from 'fast-check';
import sharp from 'sharp';
import { decodeLzw } from '../../../src/platform/pictures/decodeLzw';
import { TiffEditor } from '../../support/editTiff';
import { literalLzw } from '../../support/writtenTiff';

/** Compresses rows of 1,024 bytes with libtiff, in one strip. */
async function compress(bytes: Uint8Array): Promise<Buffer> {
  const raw = { width: 1_024, height: bytes.length / 1_024, channels: 1 } as const;
  const file = await sharp(bytes, { raw })
    .toColourspace('b-w')
    .tiff({ compression: 'lzw', predictor: 'none' })
    .toBuffer();
  const entries = new TiffEditor(file).pages()[0]?.entries;
  const [start = 0] = entries?.get(273)?.values ?? [];
  const [length = 0] = entries?.get(279)?.values ?? [];
  return file.subarray(start, start + length);
}

it.each<[string, (at: number) => number]>([
  ['one value', () => 7],
  ['a ramp', (at) => at % 256],
  ['repeated patterns', (at) => (at % 11) * (at % 7)],
  ['noise, which fills the table several times', (at) => (Math.imul(at, 2_654_435_761) >>> 13) % 256],
])('decodeLzw returns what libtiff has compressed: %s', async (_, valueAt) => {
  const bytes = Uint8Array.from({ length: 32 * 1_024 }, (__, at) => valueAt(at));
  const codes = await compress(bytes);
  expect(Buffer.from(decodeLzw(codes, bytes.length)).equals(bytes)).toBe(true);
  expect(Buffer.from(decodeLzw(codes, 1_000)).equals(bytes.subarray(0, 1_000))).toBe(true);
});

it('decodeLzw returns the bytes of all codes if there are fewer than expected', () => {
  expect([...decodeLzw(literalLzw(Uint8Array.of(1, 2, 3)), 9)]).toEqual([1, 2, 3]);
  expect(decodeLzw(Uint8Array.of(), 9)).toHaveLength(0);
});

it('decodeLzw refuses a code that is not in the table', () => {
  // A clearing code of nine bits, and the highest one.
  expect(() => decodeLzw(Uint8Array.of(0x80, 0x7f, 0xff), 100)).toThrow('A code is not in the table');
});

it('decodeLzw returns or refuses any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (codes) => {
      try {
        expect(decodeLzw(codes, 10_000).length).toBeLessThanOrEqual(10_000);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
