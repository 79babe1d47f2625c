import { encodeTiff } from './tiffs';

/** Returns a 16-bit grey TIFF of about this many bytes that contains a picture. The same seed gives the same file. */
export function drawnTiff(bytes: number, seed: number, width = 1024): Buffer {
  const height = Math.max(8, Math.round(bytes / 2 / width));
  const pixels = new Uint16Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const wave = Math.sin((x + 37 * seed) / 40) * Math.cos(y / 55);
      pixels[y * width + x] = 400 + Math.round(300 * (1 + wave)) + ((x * 7 + y * 13 + seed) % 32);
    }
  }
  return encodeTiff({ width, height, pixels });
}
