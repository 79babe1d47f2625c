import fc from 'fast-check';
import { makePicture, pictureBytes, type Picture } from '@data-manager/domain/pictures/picture';
import { err, ok } from '@data-manager/lib/result';
import { ImageLoader } from '../../../src/features/preview/loading/imageLoader';
import { PictureCache } from '../../../src/features/preview/loading/pictureCache';
import type { PictureSource } from '../../../src/features/preview/loading/pictureSource';

interface Request {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly answer: (picture?: Picture) => Promise<void>;
}

const BYTES = 100;
const PICTURE = makePicture({ width: 10, height: 10 }, [new Uint8Array(BYTES)]);

function setUp(limits: { readonly maxAtOnce?: number; readonly maxHeldBytes?: number } = {}) {
  const requests: Request[] = [];
  const { maxAtOnce, maxHeldBytes = Number.POSITIVE_INFINITY } = limits;
  const loader = new ImageLoader<Picture>({
    load: ({ key }, signal) =>
      new Promise((resolve) => {
        requests.push({
          key,
          signal,
          answer: async (picture) => {
            resolve(picture === undefined ? err({ kind: 'unreachable' }) : ok(picture));
            await Promise.resolve();
            await Promise.resolve();
          },
        });
      }),
    costOf: pictureBytes,
    maxCost: maxHeldBytes,
    ...(maxAtOnce !== undefined && { maxAtOnce }),
  });
  const cache = new PictureCache(loader, maxHeldBytes);
  const open = () => requests.filter(({ signal }) => !signal.aborted);
  return { cache, requests, open, keys: () => requests.map(({ key }) => key) };
}

function source(key: string | number): PictureSource {
  return { key: String(key), size: 1, lastModified: undefined };
}

function sources(...keys: readonly (string | number)[]): readonly PictureSource[] {
  return keys.map(source);
}

it('the picture cache prefetches neighbours after the current section, the next section first', async () => {
  const { cache, requests, keys } = setUp();
  cache.want({ shown: sources('5/1', '5/2'), ahead: sources('6/1', '4/1') });
  await requests[0]!.answer(PICTURE);
  expect(keys()).toEqual(['5/1', '5/2']);
  await requests[1]!.answer(PICTURE);
  expect(keys()).toEqual(['5/1', '5/2', '6/1', '4/1']);
});

it('the picture cache evicts pictures of passed sections to make room for neighbours', async () => {
  const { cache, requests, keys } = setUp({ maxHeldBytes: 3 * BYTES });
  for (const section of [1, 2, 3, 4]) {
    cache.want({ shown: sources(section), ahead: [] });
    await requests.at(-1)!.answer(PICTURE);
  }
  cache.want({ shown: sources(4), ahead: sources(5) });
  expect(keys()).toEqual(['1', '2', '3', '4', '5']);
  await requests.at(-1)!.answer(PICTURE);
  expect([2, 3, 4, 5].map((section) => cache.read(source(section)).status)).toEqual([
    'loading',
    'ready',
    'ready',
    'ready',
  ]);
});

it('the picture cache fetches each neighbour once if the cache is too small for all of them', async () => {
  const { cache, requests, keys } = setUp({ maxHeldBytes: 2.5 * BYTES });
  const large = makePicture({ width: 10, height: 20 }, [new Uint8Array(2 * BYTES)]);
  cache.want({ shown: sources(5), ahead: sources(6, 4) });
  await requests[0]!.answer(PICTURE);
  for (let index = 1; index < 10; index += 1) await requests[index]?.answer(large);
  expect(keys()).toEqual(['5', '6', '4']);
});

it('the picture cache does not prefetch without free space', async () => {
  const { cache, requests, keys } = setUp({ maxHeldBytes: BYTES });
  cache.want({ shown: sources('5'), ahead: sources('6') });
  await requests[0]!.answer(PICTURE);
  expect(keys()).toEqual(['5']);
});

it('the picture cache stays within its limits of size and concurrency for any sequence of requests', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ section: fc.nat(20), answered: fc.nat(4) }), { maxLength: 40 }),
      async (steps) => {
        const [maxAtOnce, maxHeldBytes] = [3, 5 * BYTES];
        const { cache, requests, open } = setUp({ maxAtOnce, maxHeldBytes });
        const answered = new Set<Request>();
        for (const { section, answered: count } of steps) {
          const shown = sources(`${section}/1`, `${section}/2`);
          cache.want({ shown, ahead: sources(`${section + 1}/1`, `${section - 1}/1`) });
          for (const request of open()
            .filter((one) => !answered.has(one))
            .slice(0, count)) {
            answered.add(request);
            await request.answer(PICTURE);
          }
          for (const request of requests.filter(({ signal }) => signal.aborted)) {
            answered.add(request);
            await request.answer(undefined);
          }
          expect(open().filter((one) => !answered.has(one)).length).toBeLessThanOrEqual(maxAtOnce);
          const held = Array.from({ length: 23 }, (_, index) => sources(`${index - 1}/1`, `${index - 1}/2`))
            .flat()
            .filter((one) => cache.read(one).status === 'ready').length;
          expect(held * BYTES).toBeLessThanOrEqual(maxHeldBytes + shown.length * BYTES);
        }
      },
    ),
  ));
