import fc from 'fast-check';
import type { Failure } from '@data-manager/domain/failures/failure';
import { err, ok, type Result } from '@data-manager/lib/result';
import { ImageLoader, type ImageState } from '../../../src/features/preview/loading/imageLoader';
import type { PictureSource } from '../../../src/features/preview/loading/pictureSource';

interface Request {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly answer: (outcome?: Result<string, Failure>) => Promise<void>;
}

interface Options {
  readonly maxCost?: number;
  readonly maxAtOnce?: number;
  readonly restMs?: number;
  readonly groupMs?: number;
}

function setUp(options: Options = {}) {
  const requests: Request[] = [];
  const discarded: string[] = [];
  let loaded = 0;
  const loader = new ImageLoader<string>({
    load: ({ key }, signal) =>
      new Promise((resolve) => {
        requests.push({
          key,
          signal,
          answer: async (outcome) => {
            resolve(outcome ?? ok(`image ${(loaded += 1)}`));
            await jest.advanceTimersByTimeAsync(0);
          },
        });
      }),
    discard: (image) => discarded.push(image),
    maxCost: 100,
    ...options,
  });
  return { loader, requests, discarded, keys: () => requests.map(({ key }) => key), loaded: () => loaded };
}

function source(key: string, replaced: { readonly size?: number; readonly lastModified?: string } = {}): PictureSource {
  return { key, size: 1_000, lastModified: '2026-01-01T00:00:00Z', ...replaced };
}

beforeEach(() => void jest.useFakeTimers());

describe('the image loader', () => {
  it('loads an image again after a temporary fault while it is requested, with growing pauses', async () => {
    const { loader, requests } = setUp();
    loader.request(source('a'));
    await requests[0]!.answer(err({ kind: 'unreachable' }));
    expect(loader.read(source('a'))).toEqual({ status: 'failed' });
    await jest.advanceTimersByTimeAsync(5_000);
    await requests[1]!.answer(err({ kind: 'refused', status: 504, message: '' }));
    await jest.advanceTimersByTimeAsync(9_999);
    expect(requests).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    await requests[2]!.answer();
    expect(loader.read(source('a'))).toEqual({ status: 'ready', value: 'image 1' });
    loader.request(source('b'));
    await requests[3]!.answer(err({ kind: 'not-found' }));
    const releaseOther = loader.request(source('c'));
    await requests[4]!.answer(err({ kind: 'unreachable' }));
    releaseOther();
    await jest.advanceTimersByTimeAsync(600_000);
    expect(requests).toHaveLength(5);
  });

  it('sends at most six requests at once, in the order of the requests', async () => {
    const { loader, requests, keys } = setUp();
    for (let index = 0; index < 10; index += 1) loader.request(source(`key-${index}`));
    expect(requests).toHaveLength(6);
    await requests[0]!.answer();
    expect(keys().at(-1)).toBe('key-6');
  });

  it('keeps the place of a waiting image when another component requests it, too', async () => {
    const { loader, requests, keys } = setUp({ maxAtOnce: 1 });
    for (const key of ['loading', 'first', 'second', 'first']) loader.request(source(key));
    await requests[0]!.answer();
    expect(keys()).toEqual(['loading', 'first']);
  });

  it('loads an image once for all its requests, and tells its listeners', async () => {
    const { loader, requests } = setUp();
    const seen: ImageState<string>[] = [];
    const leave = loader.subscribe(() => seen.push(loader.read(source('a'))));
    loader.request(source('a'));
    loader.request(source('a'));
    expect(loader.read(source('a'))).toEqual({ status: 'loading' });
    await requests[0]!.answer();
    expect(requests).toHaveLength(1);
    expect(seen).toEqual([{ status: 'ready', value: 'image 1' }]);
    expect(loader.read(source('a'))).toBe(loader.read(source('a')));
    leave();
    loader.request(source('b'));
    await requests[1]!.answer();
    expect(seen).toHaveLength(1);
  });

  it('loads no image that is requested only in passing', async () => {
    const { loader, keys } = setUp({ restMs: 100 });
    const release = loader.request(source('passing'));
    loader.request(source('resting'));
    await jest.advanceTimersByTimeAsync(99);
    release();
    expect(keys()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(keys()).toEqual(['resting']);
  });

  it('tells its listeners once of images that arrive within a tenth of a second', async () => {
    const { loader, requests } = setUp({ groupMs: 100 });
    let told = 0;
    loader.subscribe(() => (told += 1));
    for (const key of ['a', 'b']) loader.request(source(key));
    await requests[0]!.answer();
    await jest.advanceTimersByTimeAsync(60);
    await requests[1]!.answer();
    await jest.advanceTimersByTimeAsync(39);
    expect(told).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect([told, loader.version()]).toEqual([1, 1]);
  });

  it('aborts the loading of an image that nobody requests any more, or never starts it, and discards an image that arrives later', async () => {
    const { loader, requests, discarded, keys } = setUp({ maxAtOnce: 1 });
    const releases = ['a', 'b'].map((key) => loader.request(source(key)));
    for (const release of releases.reverse()) release();
    expect(requests[0]!.signal.aborted).toBe(true);
    await requests[0]!.answer();
    expect(keys()).toEqual(['a']);
    expect(discarded).toEqual(['image 1']);
  });

  it('counts a request as released once, however often it is released', async () => {
    const { loader, requests } = setUp();
    const release = loader.request(source('a'));
    loader.request(source('a'));
    release();
    release();
    expect(requests[0]!.signal.aborted).toBe(false);
    await requests[0]!.answer();
    expect(loader.read(source('a')).status).toBe('ready');
  });

  it('keeps the most recently used images and discards others, but never one that is requested', async () => {
    const { loader, requests, discarded } = setUp({ maxCost: 2 });
    const releases = ['a', 'b', 'c'].map((key) => loader.request(source(key)));
    for (const request of requests) await request.answer();
    expect(discarded).toEqual([]);
    releases[1]!();
    expect(discarded).toEqual(['image 2']);
    releases[2]!();
    releases[0]!();
    loader.request(source('d'));
    await requests[3]!.answer();
    expect(discarded).toEqual(['image 2', 'image 3']);
    loader.request(source('a'));
    expect(requests).toHaveLength(4);
  });

  it.each([{ size: 1_001 }, { lastModified: '2026-01-02T00:00:00Z' }])(
    'loads the image of a replaced object (%j)',
    async (replaced) => {
      const { loader, requests } = setUp();
      loader.request(source('a'));
      await requests[0]!.answer();
      expect(loader.read(source('a', replaced))).toEqual({ status: 'loading' });
      loader.request(source('a', replaced));
      await requests[1]!.answer();
      expect(loader.read(source('a', replaced))).toEqual({ status: 'ready', value: 'image 2' });
    },
  );

  it('loads an image that failed when it is requested again, and keeps the reason until then', async () => {
    const { loader, requests } = setUp();
    const release = loader.request(source('a'));
    await requests[0]!.answer(err({ kind: 'refused', status: 415, message: 'Too dark', code: 'NO_IMAGE' }));
    loader.request(source('a'))();
    expect(requests).toHaveLength(1);
    release();
    expect(loader.read(source('a'))).toEqual({ status: 'failed', reason: 'Too dark' });
    loader.request(source('a'));
    expect(requests).toHaveLength(2);
    expect(loader.read(source('a'))).toEqual({ status: 'loading' });
  });

  it('holds no more images than are requested and kept, for any order of requests', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(7), { maxLength: 60 }), fc.nat(3), async (scrolled, maxCost) => {
        const { loader, requests, discarded, loaded } = setUp({ maxCost });
        const held = new Map<number, () => void>();
        let answered = 0;
        for (const key of scrolled) {
          const release = held.get(key);
          if (release === undefined) held.set(key, loader.request(source(String(key))));
          else held.delete(key);
          release?.();
          for (; answered < requests.length; answered += 1) await requests[answered]!.answer();
          expect(loaded() - discarded.length).toBeLessThanOrEqual(Math.max(held.size, maxCost));
        }
        expect(new Set(discarded).size).toBe(discarded.length);
      }),
    ));
});
