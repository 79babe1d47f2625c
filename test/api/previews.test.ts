import { createFetchPreview } from '../../src/api/previews';
import { createFakeExtra } from '../support/createApiStore';
import {
  createFakeServer,
  inSequence,
  type FakeAnswer,
  type FakeHandler,
  type RecordedCall,
} from '../support/fakeServer';
import { pass } from '../support/virtualTime';

const ROUTE = 'GET /get-thumbnail-image/acme%2Fbrains%2Fa%20b.tif';

function preview(answer: FakeAnswer | FakeHandler, signal = new AbortController().signal) {
  const extra = createFakeExtra(createFakeServer({ [ROUTE]: answer }));
  const outcome = createFetchPreview(extra)('thumbnail', 'acme/brains/a b.tif', signal);
  return { outcome, server: extra.server, ports: extra.ports };
}

describe('a preview', () => {
  it('is requested from the preview host with the object’s key as one path segment and the three credentials', async () => {
    const { outcome, server } = preview({ text: 'image', headers: { 'Content-Type': 'image/png' } });
    const result = await outcome;
    expect(result.ok && result.value.blob.type).toBe('image/png');
    expect(server.calls[0]?.url).toBe('https://preview.test/get-thumbnail-image/acme%2Fbrains%2Fa%20b.tif');
    expect(Object.fromEntries(server.calls[0]?.query ?? [])).toEqual({
      ak: 'ak-1',
      sk: 'sk-1',
      session_token: 'session-1',
    });
    expect(server.calls[0]?.headers.has('Authorization')).toBe(false);
  });

  it('requests the original values of a downsampled image, and a page', async () => {
    const route = 'GET /get-downsampled-image/a.tif';
    const headers = { 'Content-Type': 'image/tiff', 'X-Image-Width': '4000', 'X-Image-Height': '3000' };
    const pages = { 'X-Image-Page': '7', 'X-Image-Pages': '40' };
    const extra = createFakeExtra(createFakeServer({ [route]: { text: 'image', headers: { ...headers, ...pages } } }));
    const result = await createFetchPreview(extra)('downsampled', 'a.tif', new AbortController().signal, 7);
    expect(extra.server.calls[0]?.query.get('page')).toBe('7');
    expect(extra.server.calls[0]?.headers.get('accept')).toMatch(/^image\/tiff/);
    expect(result.ok && result.value.origin).toEqual({ size: { width: 4_000, height: 3_000 }, page: 7, pages: 40 });
  });

  it('has an unknown origin if the server does not describe it', async () => {
    const { outcome, server } = preview({ text: 'image', headers: { 'X-Image-Width': '-1', 'X-Image-Height': 'x' } });
    const result = await outcome;
    expect(result.ok && result.value.origin).toEqual({ size: undefined, page: undefined, pages: undefined });
    expect(server.calls[0]?.query.has('page')).toBe(false);
  });

  it('is requested without a cache, referrer or cookies, since its URL contains credentials', async () => {
    const { outcome, server } = preview({ text: 'image' });
    await outcome;
    expect(server.calls[0]).toMatchObject({ cache: 'no-store', referrerPolicy: 'no-referrer', credentials: 'omit' });
  });

  it.each<[FakeAnswer, string]>([
    [{ status: 403 }, 'forbidden'],
    [{ status: 404 }, 'not-found'],
    [{ status: 504 }, 'refused'],
    ['unreachable', 'unreachable'],
  ])('turns %j into the failure %s, silently', async (answer, kind) => {
    const { outcome, ports } = preview(answer);
    expect(await outcome).toMatchObject({ ok: false, failure: { kind } });
    expect(ports.recorded.toasts).toEqual([]);
  });

  it('is undefined, without a request, for a key that a URL can’t contain', async () => {
    const extra = createFakeExtra(createFakeServer({}));
    const outcome = createFetchPreview(extra)('thumbnail', 'acme/\ud800.tif', new AbortController().signal);
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'not-sendable' } });
    expect(extra.server.calls).toEqual([]);
  });

  it.each([500, 502, 503])('is requested three times, three seconds apart, after %i', async (status) => {
    jest.useFakeTimers();
    const { outcome, server, ports } = preview({ status });
    await pass(2_999);
    expect(server.calls).toHaveLength(1);
    await pass(3_001);
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'refused', status } });
    expect(server.calls).toHaveLength(3);
    expect(ports.recorded.toasts).toEqual([]);
  });

  it('is requested again after Retry-After when a server restarts', async () => {
    jest.useFakeTimers();
    const { outcome, server } = preview(
      inSequence(
        { status: 503, headers: { 'Retry-After': '20' } },
        { text: 'image', headers: { 'Content-Type': 'image/png' } },
      ),
    );
    await pass(19_999);
    expect(server.calls).toHaveLength(1);
    await pass(1);
    expect(await outcome).toMatchObject({ ok: true });
  });

  it('is aborted by its signal', async () => {
    expect(await preview('hanging', AbortSignal.abort()).outcome).toEqual({ ok: false, failure: { kind: 'aborted' } });
  });
});

describe('a preview whose credentials have expired', () => {
  const REFRESH = 'POST /auth/token';
  const tokens = { id_token: 'id-2', access_token: 'access-2', refresh_token: 'refresh-2' };
  const newKeys = { ...tokens, A_K: 'ak-2', S_K: 'sk-2', session_token: 'session-2' };
  const forKeys =
    (good: string, refusal: FakeAnswer) =>
    (call: RecordedCall): FakeAnswer =>
      call.query.get('ak') === good ? { text: 'image' } : refusal;

  function expired(refresh: FakeAnswer, goodKeys = 'ak-2', refusal: FakeAnswer = { status: 401 }) {
    const server = createFakeServer({ 'GET /get-thumbnail-image/*': forKeys(goodKeys, refusal), [REFRESH]: refresh });
    const extra = createFakeExtra(server);
    const fetchPreview = createFetchPreview(extra);
    const ask = (key: string, signal = new AbortController().signal) => fetchPreview('thumbnail', key, signal);
    const refreshes = () => server.story().filter((call) => call === REFRESH).length;
    return { ask, extra, server, refreshes };
  }

  it.each<[string, FakeAnswer]>([
    ['a 401', { status: 401 }],
    ['a body with the code UNAUTHORIZED', { json: { code: 'UNAUTHORIZED' } }],
  ])('a preview whose credentials have expired by %s is asked for once more with new keys', async (_name, refusal) => {
    const { ask, server } = expired({ json: newKeys }, 'ak-2', refusal);
    expect((await ask('a')).ok).toBe(true);
    expect(server.story()).toEqual(['GET /get-thumbnail-image/a', REFRESH, 'GET /get-thumbnail-image/a']);
    expect(Object.fromEntries(server.calls[2]?.query ?? [])).toEqual({
      ak: 'ak-2',
      sk: 'sk-2',
      session_token: 'session-2',
    });
  });

  it('shares one token refresh with all others', async () => {
    const { ask, refreshes } = expired({ json: newKeys });
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`key-${index}`)));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(refreshes()).toBe(1);
  });

  it('ends the session if the refresh is rejected', async () => {
    const { ask, extra } = expired({ status: 401 });
    expect(await ask('a')).toEqual({ ok: false, failure: { kind: 'unauthorized' } });
    expect(extra.refusals()).toBe(1);
  });

  it.each<[string, object]>([
    ['brings no new keys', tokens],
    ['brings keys that the preview host refuses, too', { ...newKeys, A_K: 'ak-3' }],
  ])('is given up silently, for all pictures, when the refresh %s', async (_name, json) => {
    const { ask, refreshes, extra } = expired({ json });
    for (const key of ['a', 'b', 'c']) {
      expect(await ask(key)).toEqual({ ok: false, failure: { kind: 'unauthorized' } });
    }
    expect(refreshes()).toBe(1);
    expect(extra.refusals()).toBe(0);
  });

  it('succeeds if an API call has refreshed the credentials', async () => {
    const { ask, extra } = expired({ json: tokens }, 'ak-9');
    await ask('a');
    extra.ports.localStorage.set('A_K', 'ak-9');
    expect((await ask('a')).ok).toBe(true);
  });

  it('can be requested again after the refresh was unreachable', async () => {
    const { ask, server } = expired('unreachable');
    expect((await ask('a')).ok).toBe(false);
    server.on(REFRESH, { json: newKeys });
    expect((await ask('a')).ok).toBe(true);
  });
});
