import { MAX_READOUT_BYTES, readoutRect } from '@data-manager/domain/pictures/pixels/fileBlocks';
import { OpenFiles } from '../../../src/platform/pictures/fileImageCalls';
import { createOpenFileImage } from '../../../src/platform/pictures/fileImages';
import { callHere } from '../../../src/platform/workers/workerCalls';
import { ODD_IMAGES, readOddImage } from '../../support/oddImages';
import { serveFile } from '../../support/servedFile';
import { virtualTiff, type VirtualFile, type VirtualImage } from '../../support/virtualTiff';
import { writeTiff } from '../../support/writtenTiff';

const NEVER = new AbortController().signal;
const MIB = 1024 ** 2;

/** Opens a page of a file and reads the values of a pixel. */
async function readPixel(file: VirtualFile, x: number, y: number, page = 1, pages = 1) {
  const served = serveFile(file);
  const open = createOpenFileImage(callHere(new OpenFiles(served.fetch)));
  const request = { size: file.length, page, pages, url: () => Promise.resolve('https://storage/file') };
  const opened = await open(request, NEVER);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const rect = readoutRect(opened.value.header, x, y);
  const window = await opened.value.readWindow(0, rect, MAX_READOUT_BYTES, NEVER);
  const at = (y - rect.top) * (rect.right - rect.left) + x - rect.left;
  return {
    values: window.ok ? window.value.planes.map((plane) => plane[at]) : window.failure.kind,
    bytes: served.requests.reduce((sum, [start, end]) => sum + end - start, 0),
  };
}

const valueAt = (x: number, y: number): number => (x * 31 + y * 17) % 65_536;
const LARGE: VirtualImage = { width: 20_000, height: 20_000, bits: 16, valueAt };

describe('the bytes of a readout, with those of the headers,', () => {
  it.each(ODD_IMAGES)('reads at most 2 MiB for a readout of $name, headers included', async ({ name, pages }) => {
    for (const [index, { width, height }] of pages.entries()) {
      const { bytes } = await readPixel(readOddImage(name), width - 1, height - 1, index + 1, pages.length);
      expect(bytes).toBeLessThanOrEqual(2 * MIB);
    }
  });

  it.each<[string, VirtualImage, isBig: boolean]>([
    ['uncompressed strips', { ...LARGE, rowsPerStrip: 64 }, false],
    ['a single uncompressed strip', LARGE, false],
    ['deflated strips', { ...LARGE, rowsPerStrip: 32, compression: 'deflate' }, false],
    ['a strip for each row', { ...LARGE, rowsPerStrip: 1, compression: 'lzw' }, true],
    ['small tiles', { ...LARGE, tileSide: 64 }, true],
    ['strips beyond 4 GiB', { ...LARGE, width: 60_000, bits: 32, rowsPerStrip: 64 }, true],
    ['tiles of a BigTIFF', { ...LARGE, tileSide: 512, compression: 'lzw' }, true],
  ])('reads at most 2 MiB for a readout of a large image in %s, headers included', async (_, image, isBig) => {
    const { values, bytes } = await readPixel(virtualTiff(image, isBig), 19_876, 19_999);
    expect(values).toEqual([valueAt(19_876, 19_999)]);
    expect(bytes).toBeLessThanOrEqual(2 * MIB);
  });

  it('reads at most 2 MiB for a readout if the samples lie apart', async () => {
    const samples = 24;
    const type = { kind: 'unsigned', bits: 32 } as const;
    const planar = writeTiff({
      width: 300,
      height: 300,
      type,
      samples,
      isPlanar: true,
      valueAt: (x, y, s) => x + y + s,
    });
    const { values, bytes } = await readPixel(planar, 250, 200);
    expect(values).toEqual(Array.from({ length: samples }, (_, sample) => 450 + sample));
    expect(bytes).toBeLessThanOrEqual(2 * MIB);
  });

  it('reads at most 2 MiB for a readout if the gaps between the parts are worth fetching, but too many', async () => {
    const samples = 150;
    const type = { kind: 'unsigned', bits: 8 } as const;
    const planar = writeTiff({
      ...{ width: 128, height: 128, type, samples, isPlanar: true },
      valueAt: (x, y, sample) => (x + y + sample) % 256,
    });
    const { values, bytes } = await readPixel(planar, 100, 100);
    expect(values).toEqual(Array.from({ length: samples }, (_, sample) => (200 + sample) % 256));
    expect(bytes).toBeLessThanOrEqual(2 * MIB);
  });

  it('reads only the headers for a readout if a compressed strip is too long', async () => {
    const { values, bytes } = await readPixel(virtualTiff({ ...LARGE, height: 100, compression: 'deflate' }), 1, 1);
    expect(values).toBe('too-large');
    expect(bytes).toBeLessThanOrEqual(0.25 * MIB);
  });
});
