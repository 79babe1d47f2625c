import { OpenFiles } from '../../../src/platform/pictures/fileImageCalls';
import { createOpenFileImage } from '../../../src/platform/pictures/fileImages';
import { callHere } from '../../../src/platform/workers/workerCalls';
import { ODD_IMAGES, readOddImage } from '../../support/oddImages';
import { serveFile } from '../../support/servedFile';

const NEVER = new AbortController().signal;

async function openOdd(name: string, page: number, pages: number) {
  const file = readOddImage(name);
  const open = createOpenFileImage(callHere(new OpenFiles(serveFile(file).fetch)));
  return open({ size: file.length, page, pages, url: () => Promise.resolve('https://storage/file') }, NEVER);
}

describe('the values of an odd image', () => {
  it.each(ODD_IMAGES)(
    'reads the values of $name, in every sample of every page',
    async ({ name, pages, tolerance, hasGaps }) => {
      for (const [index, { width, height, samples }] of pages.entries()) {
        const opened = await openOdd(name, index + 1, pages.length);
        if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
        const rect = { left: 0, top: 0, right: width, bottom: height };
        const window = await opened.value.readWindow(0, rect, 8 * 1024 ** 2, NEVER);
        if (!window.ok) throw new Error(JSON.stringify(window.failure));
        expect(window.value.hasGaps).toBe(hasGaps);
        expect(window.value.planes).toHaveLength(samples.length);
        const wrong = window.value.planes.flatMap((plane, sample) =>
          Array.from(plane as ArrayLike<number | bigint>, Number).flatMap((value, i) => {
            const expected = samples[sample]?.(i, i % width, Math.floor(i / width)) ?? 0;
            const isSame = Object.is(value, expected) || Math.abs(value - expected) <= tolerance;
            return isSame ? [] : [{ page: index + 1, sample, i, value, expected }];
          }),
        );
        expect(wrong.slice(0, 3)).toEqual([]);
      }
    },
  );

  it.each([
    ['lzma', 'LZMA compression'],
    ['webp', 'WebP compression'],
  ])('says that the values of %s can not be read', async (name, what) => {
    expect(await openOdd(name, 1, 1)).toEqual({ ok: false, failure: { kind: 'unsupported', what } });
  });
});
