import fc from 'fast-check';
import sharp from 'sharp';
import { readImageHeader } from '@data-manager/domain/pictures/imageHeader';

const SIZE = { width: 301, height: 17 };

function drawn() {
  return sharp({ create: { ...SIZE, channels: 3, background: '#345' } });
}

describe('readImageHeader', () => {
  it.each([
    ['png', () => drawn().png()],
    ['jpeg', () => drawn().jpeg()],
    ['jpeg', () => drawn().jpeg({ progressive: true }).withMetadata({ density: 300 })],
    ['webp', () => drawn().webp()],
    ['webp', () => drawn().webp({ lossless: true })],
    ['webp', () => drawn().webp().withMetadata()],
  ])('returns the size of a %s before it is decoded', async (kind, draw) => {
    expect(readImageHeader(await draw().toBuffer())).toEqual({ kind, ...SIZE });
  });

  it.each(['II*\0', 'MM\0*', 'II+\0', 'MM\0+'])('recognizes a TIFF or BigTIFF in either byte order (%j)', (magic) => {
    expect(readImageHeader(Buffer.from(`${magic}rest`, 'latin1'))).toEqual({ kind: 'tiff' });
  });

  it('returns undefined for anything that is not an image', () => {
    for (const text of ['', 'II', '%PDF-1.7', '<svg xmlns="http://www.w3.org/2000/svg">', 'GIF89a', 'RIFF1234WAVE']) {
      expect(readImageHeader(Buffer.from(text))).toBeUndefined();
    }
  });

  it('accepts any bytes of any length without throwing', () => {
    const begun = fc.constantFrom([0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], [0x52, 0x49, 0x46, 0x46], []);
    fc.assert(
      fc.property(begun, fc.uint8Array({ maxLength: 300 }), (begin, rest) => {
        expect(() => readImageHeader(new Uint8Array([...begin, ...rest]))).not.toThrow();
      }),
    );
  });
});
