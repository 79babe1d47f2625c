import type { ApiRequest } from '../../src/api/baseQuery';
import { callApi } from '../../src/api/gateways';
import { emptyResponse } from '../../src/api/responseSchemas';
import { createFakeExtra, type FakeExtra } from '../support/createApiStore';
import { anIdToken, aSession } from '../support/fakePorts';
import { createFakeServer, inSequence, type FakeAnswer } from '../support/fakeServer';
import { pass } from '../support/virtualTime';

const request: ApiRequest = { endpoint: 'GET /thing' };
const refreshed: FakeAnswer = { json: { id_token: anIdToken({}), access_token: 'access-2', domain: 'app.test' } };

function serverOf(...answers: readonly FakeAnswer[]): FakeExtra {
  return createFakeExtra(createFakeServer({ 'GET /thing': inSequence(...answers), 'POST /auth/token': refreshed }));
}

function send(extra: FakeExtra, signal = new AbortController().signal) {
  return callApi(request, emptyResponse, extra, signal);
}

beforeEach(() => jest.useFakeTimers());

describe('request headers', () => {
  it('sends only the access token of a member', async () => {
    const extra = serverOf({ json: {} });
    await send(extra);
    const headers = extra.server.calls[0]?.headers;
    expect(headers?.get('Authorization')).toBe('Bearer access-1');
    expect(headers?.has('X-Id-Token')).toBe(false);
  });

  it('also sends the id token of an admin', async () => {
    const extra = serverOf({ json: {} });
    extra.ports.localStorage.set('isAdmin', 'true');
    await send(extra);
    expect(extra.server.calls[0]?.headers.get('X-Id-Token')).toBe(anIdToken({}));
  });
});

it('calls and token refreshes send neither cookies nor a referrer', async () => {
  const extra = serverOf({ status: 401 }, { json: {} });
  await send(extra);
  expect(extra.server.calls).toHaveLength(3);
  for (const call of extra.server.calls) {
    expect(call).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' });
  }
});

describe("the browser's cache", () => {
  it('is bypassed by reads', async () => {
    const extra = serverOf({ json: {} });
    await send(extra);
    expect(extra.server.calls[0]?.cache).toBe('no-store');
  });

  it('may store preflights of writes, which Chromium repeats before every `no-store` request', async () => {
    const extra = createFakeExtra(createFakeServer({ 'POST /thing': { json: {} } }));
    const post: ApiRequest = { endpoint: 'POST /thing', body: {} };
    await callApi(post, emptyResponse, extra, new AbortController().signal);
    expect(extra.server.calls[0]?.cache).toBeUndefined();
  });
});

describe('retries', () => {
  it.each([500, 502, 503])('repeats a call that returns %i twice, three seconds apart', async (status) => {
    const extra = serverOf({ status, json: { msg: 'busy' } });
    const outcome = send(extra);
    await pass(2_999);
    expect(extra.server.calls).toHaveLength(1);
    await pass(1);
    expect(extra.server.calls).toHaveLength(2);
    await pass(3_000);
    expect(extra.server.calls).toHaveLength(3);
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'refused', status, message: 'busy' } });
  });

  it('stops repeating a call after the first successful response', async () => {
    const extra = serverOf({ status: 503 }, { json: {} });
    const outcome = send(extra);
    await pass(3_000);
    expect(await outcome).toEqual({ ok: true, value: null });
    expect(extra.server.calls).toHaveLength(2);
  });

  it.each([400, 403, 404, 409, 429, 501, 504])('does not repeat a call that returns %i', async (status) => {
    const extra = serverOf({ status });
    expect((await send(extra)).ok).toBe(false);
    expect(extra.server.calls).toHaveLength(1);
  });

  it.each([429, 503])('waits for the time in Retry-After after a %i', async (status) => {
    const extra = serverOf({ status, headers: { 'Retry-After': '20' } }, { json: {} });
    const outcome = send(extra);
    await pass(19_999);
    expect(extra.server.calls).toHaveLength(1);
    await pass(1);
    expect(await outcome).toEqual({ ok: true, value: null });
    expect(extra.server.calls).toHaveLength(2);
  });

  it('accepts a date in Retry-After', async () => {
    jest.setSystemTime(Date.UTC(2030, 0, 2, 3, 4, 5));
    const extra = serverOf({ status: 429, headers: { 'Retry-After': 'Wed, 02 Jan 2030 03:04:45 GMT' } }, { json: {} });
    const outcome = send(extra);
    await pass(39_999);
    expect(extra.server.calls).toHaveLength(1);
    await pass(1);
    expect(await outcome).toEqual({ ok: true, value: null });
  });

  it('reports the server’s message immediately if Retry-After is longer than a minute', async () => {
    const extra = serverOf({ status: 429, json: { msg: 'Come back later.' }, headers: { 'Retry-After': '61' } });
    expect(await send(extra)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 429, message: 'Come back later.' },
    });
    expect(extra.server.calls).toHaveLength(1);
  });

  it('does not claim after a 429 that the server may have made the change already', async () => {
    const outcome = send(serverOf({ status: 429, headers: { 'Retry-After': '1' } }, { status: 404 }));
    await pass(3_000);
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'not-found' } });
  });

  it('stops repeating a call that is aborted', async () => {
    const extra = serverOf({ status: 503 });
    const controller = new AbortController();
    const outcome = send(extra, controller.signal);
    await pass(1_000);
    controller.abort();
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'aborted' } });
    expect(extra.server.calls).toHaveLength(1);
  });
});

describe('re-authentication', () => {
  it.each<[string, FakeAnswer]>([
    ['a 401', { status: 401 }],
    ['a body with the code UNAUTHORIZED', { json: { code: 'UNAUTHORIZED' } }],
  ])('refreshes after %s and repeats the call with the new token', async (_name, answer) => {
    const extra = serverOf(answer, { json: {} });
    expect(await send(extra)).toEqual({ ok: true, value: null });
    expect(extra.server.story()).toEqual(['GET /thing', 'POST /auth/token', 'GET /thing']);
    expect(extra.server.calls[2]?.headers.get('Authorization')).toBe('Bearer access-2');
    expect(extra.ports.recorded.toasts).toEqual([
      { text: 'Unauthorized access. Attempting to refresh tokens...', severity: 'error' },
    ]);
  });

  it('repeats a call only once', async () => {
    const extra = serverOf({ status: 401 });
    expect(await send(extra)).toEqual({ ok: false, failure: { kind: 'unauthorized' } });
    expect(extra.server.story()).toEqual(['GET /thing', 'POST /auth/token', 'GET /thing']);
  });

  it('refreshes once for fifty concurrent calls', async () => {
    const server = createFakeServer({
      'GET /thing': ({ headers }) => (headers.get('Authorization') === 'Bearer access-2' ? {} : { status: 401 }),
      'POST /auth/token': refreshed,
    });
    const extra = createFakeExtra(server);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => send(extra)));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(server.story().filter((call) => call === 'POST /auth/token')).toHaveLength(1);
    expect(extra.ports.recorded.toasts).toHaveLength(1);
  });

  it.each([
    ['another user', { user_id: 'someone-else' }],
    ['another sponsor of the same person', { sponsor_id: 'other' }],
  ])('does not repeat the call after %s has signed in', async (_who, values) => {
    const server = createFakeServer({
      'GET /thing': () => {
        const session = { ...aSession(), access_token: 'access-of-another', ...values };
        for (const [key, value] of Object.entries(session)) extra.ports.localStorage.set(key, value);
        return { status: 401 };
      },
    });
    const extra = createFakeExtra(server);
    expect(await send(extra)).toEqual({ ok: false, failure: { kind: 'unauthorized' } });
    expect(server.story()).toEqual(['GET /thing']);
  });

  it('does not repeat the call if the refresh is rejected', async () => {
    const extra = serverOf({ status: 401 });
    extra.server.on('POST /auth/token', { status: 400 });
    expect(await send(extra)).toEqual({ ok: false, failure: { kind: 'unauthorized' } });
    expect(extra.server.story()).toEqual(['GET /thing', 'POST /auth/token']);
    expect(extra.refusals()).toBe(1);
  });

  it('fails with the refresh’s error, without another call, if its response violates the contract', async () => {
    const extra = serverOf({ status: 401 });
    extra.server.on('POST /auth/token', { json: { id_token: 'x' } });
    const failure = { kind: 'bad-answer', endpoint: 'POST /auth/token', field: 'access_token' };
    expect(await Promise.all([send(extra), send(extra)])).toEqual([
      { ok: false, failure },
      { ok: false, failure },
    ]);
    expect(extra.server.story()).toEqual(['GET /thing', 'GET /thing', 'POST /auth/token']);
    expect(extra.refusals()).toBe(0);
  });

  it('reports no connection if the refresh gets no response', async () => {
    const extra = serverOf({ status: 401 });
    extra.server.on('POST /auth/token', 'unreachable');
    expect(await send(extra)).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(extra.refusals()).toBe(0);
  });
});

describe('a rejection after a 5xx', () => {
  it.each<[string, FakeAnswer, object]>([
    ['404', { status: 404 }, { kind: 'not-found', repeated: true }],
    ['403', { status: 403 }, { kind: 'forbidden', repeated: true }],
    ['429', { status: 429 }, { kind: 'refused', status: 429, message: '429', repeated: true }],
  ])('says of a rejection after a 5xx that the server may have done it before (%s)', async (_name, answer, failure) => {
    const outcome = send(serverOf({ status: 503 }, answer));
    await pass(3_000);
    expect(await outcome).toEqual({ ok: false, failure });
  });

  it('reports the earlier 5xx even after a token refresh', async () => {
    const outcome = send(serverOf({ status: 503 }, { status: 401 }, { status: 404 }));
    await pass(3_000);
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'not-found', repeated: true } });
  });

  it('reports the earlier 5xx if the refresh is rejected', async () => {
    const extra = serverOf({ status: 503 }, { status: 401 });
    extra.server.on('POST /auth/token', { status: 400 });
    const outcome = send(extra);
    await pass(3_000);
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'unauthorized', repeated: true } });
  });
});

describe('failures', () => {
  it.each<[string, FakeAnswer, object]>([
    ['403', { status: 403, json: { msg: 'admins only' } }, { kind: 'forbidden', message: 'admins only' }],
    [
      '404',
      { status: 404, json: { msg: 'gone', code: 'NOT_FOUND' } },
      { kind: 'not-found', message: 'gone', code: 'NOT_FOUND' },
    ],
    [
      '409',
      { status: 409, json: { msg: 'taken', code: 'TITLE' } },
      { kind: 'refused', status: 409, message: 'taken', code: 'TITLE' },
    ],
    ['an error without a body', { status: 400 }, { kind: 'refused', status: 400, message: '400' }],
    ['odd members', { status: 400, json: { msg: 7, code: {} } }, { kind: 'refused', status: 400, message: '400' }],
    ['no words', { status: 400, json: { msg: ' ' } }, { kind: 'refused', status: 400, message: '400' }],
    [
      'an endless message',
      { status: 400, json: { msg: 'word '.repeat(100_000) } },
      { kind: 'refused', status: 400, message: `${'word '.repeat(100).trim()}…` },
    ],
    [
      'a secret cut in half by the length limit, which redaction would miss',
      { status: 400, json: { msg: `${'word '.repeat(98)}${'secret'.repeat(10)} word` } },
      { kind: 'refused', status: 400, message: `${'word '.repeat(98).trim()}…` },
    ],
    ['no network', 'unreachable', { kind: 'unreachable' }],
    ['a page of a proxy with status 400', { status: 400, text: '<html>' }, { kind: 'unreachable' }],
    ['a page of a proxy with status 401', { status: 401, text: '<html>' }, { kind: 'unreachable' }],
    ['a page of a proxy with status 200', { text: '<html>' }, { kind: 'unreachable' }],
    ['plain text', { status: 503, text: 'upstream connect error' }, { kind: 'unreachable' }],
    ['a gateway’s JSON', { status: 504, json: { message: 'Endpoint timed out' } }, { kind: 'unreachable' }],
    ['the server’s own 504', { status: 504, json: { msg: 'late' } }, { kind: 'refused', status: 504, message: 'late' }],
  ])('returns the kind and message of %s', async (_name, answer, failure) => {
    expect(await send(serverOf(answer))).toEqual({ ok: false, failure });
  });

  it.each([
    ['an address', { params: [['key', 'acme/\ud800.tif']] }, {}],
    ['a header', {}, { access_token: 'access-\u2013' }],
  ] as const)('distinguishes %s that can’t be sent from a lost connection', async (_name, given, session) => {
    const extra = serverOf({ json: {} });
    for (const [key, value] of Object.entries(session)) extra.ports.localStorage.set(key, value);
    const outcome = await callApi({ ...request, ...given }, emptyResponse, extra, new AbortController().signal);
    expect(outcome).toEqual({ ok: false, failure: { kind: 'not-sendable' } });
    expect(extra.ports.recorded.logs).toEqual([expect.stringMatching(/^GET \/thing could not be sent: /)]);
    expect(extra.server.calls).toEqual([]);
  });

  it('distinguishes an abort from a lost connection', async () => {
    const controller = new AbortController();
    const outcome = send(serverOf('hanging'), controller.signal);
    await pass(10);
    controller.abort();
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'aborted' } });
  });
});
