import fc from 'fast-check';
import type { Failure } from '../../../src/domain/failures/failure';
import type { PictureSource } from '../../../src/features/preview/pictureSource';
import { createThumbnailLoader, type ThumbnailState } from '../../../src/features/preview/thumbnailLoader';
import { err, ok, type Result } from '../../../src/lib/result';

type Outcome = Result<{ readonly blob: Blob; readonly isFlat: boolean }, Failure>;

interface Request {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly arrive: (outcome: Outcome) => void;
  /** Waits until the response is shown. */
  readonly answer: (outcome: Outcome) => Promise<void>;
}

function setUp(limits: { readonly maxAtOnce?: number; readonly maxKept?: number; readonly restMs?: number } = {}) {
  const requests: Request[] = [];
  const revoked: string[] = [];
  let urls = 0;
  const loader = createThumbnailLoader({
    fetchBlob: ({ key }, signal) =>
      new Promise((resolve) => {
        requests.push({
          key,
          signal,
          arrive: resolve,
          answer: async (outcome) => {
            resolve(outcome);
            await jest.advanceTimersByTimeAsync(100);
          },
        });
      }),
    createUrl: () => `blob:${(urls += 1)}`,
    revokeUrl: (url) => revoked.push(url),
    ...limits,
  });
  return { loader, requests, revoked, created: () => urls };
}

function source(key: string, replaced: { readonly size?: number; readonly lastModified?: string } = {}): PictureSource {
  return { key, size: 1_000, lastModified: '2026-01-01T00:00:00Z', ...replaced };
}

const READY_FLAT: ThumbnailState = { status: 'ready', url: 'blob:1', isFlat: true };
const aPicture = ok({ blob: new Blob(), isFlat: false });

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('the thumbnail loader', () => {
  it('sends at most six requests at once', async () => {
    const { loader, requests } = setUp();
    for (let index = 0; index < 10; index += 1) loader.watch(source(`key-${index}`), () => undefined);
    expect(requests).toHaveLength(6);
    await requests[0]!.answer(aPicture);
    expect(requests.map(({ key }) => key).at(-1)).toBe('key-6');
  });

  it('tells followers what others have loaded, also later, and requests nothing for them', async () => {
    const { loader, requests } = setUp();
    const early: ThumbnailState[] = [];
    const late: ThumbnailState[] = [];
    const leave = loader.follow(source('key'), (state) => early.push(state));
    expect(requests).toHaveLength(0);
    loader.watch(source('key'), () => undefined);
    await requests[0]!.answer(ok({ blob: new Blob(), isFlat: true }));
    loader.follow(source('key'), (state) => late.push(state));
    expect([early, late]).toEqual([[READY_FLAT], [READY_FLAT]]);
    leave();
    loader.watch(source('other'), () => undefined);
    await requests[1]!.answer(aPicture);
    expect(early).toEqual([READY_FLAT]);
  });

  it('requests no thumbnail of a row that passes by', async () => {
    const { loader, requests } = setUp({ restMs: 100 });
    const leave = loader.watch(source('passing'), () => undefined);
    loader.watch(source('resting'), () => undefined);
    await jest.advanceTimersByTimeAsync(99);
    leave();
    expect(requests).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(requests.map(({ key }) => key)).toEqual(['resting']);
  });

  it('shows thumbnails that arrive within a tenth of a second together', async () => {
    const { loader, requests } = setUp();
    const shown: string[] = [];
    for (const key of ['a', 'b']) loader.watch(source(key), () => shown.push(key));
    requests[0]!.arrive(aPicture);
    await jest.advanceTimersByTimeAsync(60);
    requests[1]!.arrive(aPicture);
    await jest.advanceTimersByTimeAsync(39);
    expect(shown).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(shown).toEqual(['a', 'b']);
  });

  it('fetches a thumbnail once for all its listeners', async () => {
    const { loader, requests } = setUp();
    const [first, second]: [ThumbnailState[], ThumbnailState[]] = [[], []];
    loader.watch(source('a'), (state) => first.push(state));
    loader.watch(source('a'), (state) => second.push(state));
    await requests[0]!.answer(aPicture);
    expect(requests).toHaveLength(1);
    expect(first.at(-1)).toEqual({ status: 'ready', url: 'blob:1', isFlat: false });
    expect(second.at(-1)).toEqual({ status: 'ready', url: 'blob:1', isFlat: false });
  });

  it('aborts requests without listeners and never starts queued ones', async () => {
    const { loader, requests } = setUp({ maxAtOnce: 1 });
    const releaseFirst = loader.watch(source('a'), () => undefined);
    const releaseSecond = loader.watch(source('b'), () => undefined);
    releaseSecond();
    releaseFirst();
    expect(requests[0]!.signal.aborted).toBe(true);
    await requests[0]!.answer(err({ kind: 'aborted' }));
    expect(requests.map(({ key }) => key)).toEqual(['a']);
  });

  it('returns a cached thumbnail immediately', async () => {
    const { loader, requests } = setUp();
    const release = loader.watch(source('a'), () => undefined);
    await requests[0]!.answer(aPicture);
    release();
    const states: ThumbnailState[] = [];
    loader.watch(source('a'), (state) => states.push(state));
    expect(states).toEqual([{ status: 'ready', url: 'blob:1', isFlat: false }]);
    expect(requests).toHaveLength(1);
  });

  it('keeps the most recent thumbnails and revokes others, but never one in use', async () => {
    const { loader, requests, revoked } = setUp({ maxKept: 1 });
    const releases = ['a', 'b', 'c'].map((key) => loader.watch(source(key), () => undefined));
    for (const request of requests) await request.answer(aPicture);
    releases[0]!();
    expect(revoked).toEqual([]);
    releases[1]!();
    expect(revoked).toEqual(['blob:1']);
  });

  it.each([{ size: 1_001 }, { lastModified: '2026-01-02T00:00:00Z' }])(
    'fetches the thumbnail again if the object was replaced (%j), and revokes the old one later',
    async (replaced) => {
      const { loader, requests, revoked } = setUp({ maxKept: 0 });
      const release = loader.watch(source('a'), () => undefined);
      await requests[0]!.answer(aPicture);
      const states: ThumbnailState[] = [];
      loader.watch(source('a', replaced), (state) => states.push(state));
      release();
      await requests[1]!.answer(aPicture);
      expect(requests.map(({ key }) => key)).toEqual(['a', 'a']);
      expect(states).toEqual([{ status: 'ready', url: 'blob:2', isFlat: false }]);
      expect(revoked).toEqual(['blob:1']);
    },
  );

  it('holds no more object URLs than are shown and cached, for any scroll order', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(7), { maxLength: 60 }), fc.nat(3), async (scrolled, maxKept) => {
        const { loader, requests, revoked, created } = setUp({ maxKept });
        const shown = new Map<number, () => void>();
        let answered = 0;
        for (const key of scrolled) {
          const release = shown.get(key);
          release?.();
          if (release === undefined)
            shown.set(
              key,
              loader.watch(source(String(key)), () => undefined),
            );
          else shown.delete(key);
          for (; answered < requests.length; answered += 1) await requests[answered]!.answer(aPicture);
          expect(created() - revoked.length).toBeLessThanOrEqual(shown.size + maxKept);
        }
        expect(new Set(revoked).size).toBe(revoked.length);
      }),
    ));

  it('retries a failed thumbnail when it is shown again', async () => {
    const { loader, requests } = setUp();
    const states: ThumbnailState[] = [];
    const release = loader.watch(source('a'), (state) => states.push(state));
    await requests[0]!.answer(err({ kind: 'not-found' }));
    expect(states).toEqual([{ status: 'failed' }]);
    release();
    loader.watch(source('a'), () => undefined);
    expect(requests).toHaveLength(2);
  });
});
