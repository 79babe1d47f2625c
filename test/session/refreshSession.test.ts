import { createFakeExtra } from '../support/createApiStore';
import { anIdToken, FAKE_NOW_MS } from '../support/fakePorts';
import { createFakeServer, inSequence, type FakeAnswer } from '../support/fakeServer';

const ROUTE = 'POST /auth/token';

function answering(answer: FakeAnswer) {
  return createFakeExtra(createFakeServer({ [ROUTE]: answer }));
}

const REFRESHED = { ok: true, value: null };
const REFUSED = { ok: false, failure: { kind: 'unauthorized' } };
const UNREACHABLE = { ok: false, failure: { kind: 'unreachable' } };

const fresh = { id_token: anIdToken({}), access_token: 'access-2', refresh_token: 'refresh-2', domain: 'app.test' };

describe('refreshSession', () => {
  it('stores the new values in cookies of the given domain and in local storage, and keeps absent ones', async () => {
    const extra = answering({ json: fresh });
    expect(await extra.refreshSession('access-1')).toEqual(REFRESHED);
    expect(extra.ports.localStorage.get('access_token')).toBe('access-2');
    expect(extra.ports.localStorage.get('refresh_token')).toBe('refresh-2');
    expect(extra.ports.localStorage.get('S_K')).toBe('sk-1');
    expect(extra.ports.recorded.cookies.get('access_token')).toBe('access-2');
    expect(extra.ports.recorded.cookieDomains.get('access_token')).toBe('app.test');
    expect(extra.ports.recorded.cookies.has('S_K')).toBe(false);
  });

  it('sends the refresh token in its header, without the access token', async () => {
    const extra = answering({ json: fresh });
    await extra.refreshSession('access-1');
    expect(extra.server.calls[0]?.headers.get('X-Refresh-Token')).toBe('refresh-1');
    expect(extra.server.calls[0]?.headers.has('Authorization')).toBe(false);
  });

  it('updates the admin flag from the new ID token', async () => {
    const extra = answering({ json: { ...fresh, id_token: anIdToken({ 'custom:isAdmin': 'true' }) } });
    await extra.refreshSession('access-1');
    expect(extra.ports.localStorage.get('isAdmin')).toBe('true');
  });

  it('succeeds without a request if the stored token is newer than the rejected one', async () => {
    const extra = answering({ json: fresh });
    expect(await extra.refreshSession('access-0')).toEqual(REFRESHED);
    expect(extra.server.calls).toEqual([]);
    expect(extra.ports.recorded.toasts).toEqual([]);
  });

  it.each<[string, FakeAnswer]>([
    ['a 401', { status: 401 }],
    ['a 400', { status: 400, json: { msg: 'unknown token' } }],
    ['a body code', { json: { code: 'UNAUTHORIZED' } }],
  ])('ends the session if the refresh is refused by %s', async (_name, answer) => {
    const extra = answering(answer);
    extra.ports.localStorage.set('download-list', '{}');
    extra.ports.recorded.cookies.set('access_token', 'access-1');
    expect(await extra.refreshSession('access-1')).toEqual(REFUSED);
    expect(extra.refusals()).toBe(1);
    expect(extra.ports.localStorage.keys()).toEqual(['download-list']);
    expect(extra.ports.recorded.cookies.size).toBe(0);
  });

  it.each<[string, FakeAnswer]>([
    ['no network', 'unreachable'],
    ['a 503', { status: 503 }],
    ['the page of a firewall with status 403', { status: 403, text: '<html>' }],
    ['the page of a captive portal with status 200', { text: '<html>' }],
    ['a 429', { status: 429 }],
  ])('keeps the session after %s', async (_name, answer) => {
    const extra = answering(answer);
    expect(await extra.refreshSession('access-1')).toEqual(UNREACHABLE);
    expect(extra.refusals()).toBe(0);
    expect(extra.ports.localStorage.get('access_token')).toBe('access-1');
  });

  it.each<[string, FakeAnswer, string]>([
    ['is a number', { json: 7 }, 'body'],
    ['is empty', {}, 'body'],
    ['lacks the access token', { json: { id_token: 'x', domain: 'app.test' } }, 'access_token'],
    ['has a number for a key', { json: { ...fresh, A_K: 7 } }, 'A_K'],
  ])('reports the malformed field of a response that %s, and keeps the session', async (_name, answer, field) => {
    const extra = answering(answer);
    expect(await extra.refreshSession('access-1')).toEqual({
      ok: false,
      failure: { kind: 'bad-answer', endpoint: 'POST /auth/token', field },
    });
    expect(extra.refusals()).toBe(0);
    expect(extra.ports.localStorage.get('access_token')).toBe('access-1');
    expect(extra.ports.localStorage.get('refresh_token')).toBe('refresh-1');
  });

  it('does not repeat the request within ten seconds after a response without tokens', async () => {
    const extra = createFakeExtra(createFakeServer({ [ROUTE]: inSequence({ json: {} }, { json: fresh }) }));
    const first = await extra.refreshSession('access-1');
    extra.ports.control.setNow(FAKE_NOW_MS + 9_999);
    expect(await extra.refreshSession('access-1')).toEqual(first);
    expect(extra.server.calls).toHaveLength(1);
    expect(extra.ports.recorded.toasts).toHaveLength(1);
    extra.ports.control.setNow(FAKE_NOW_MS + 10_000);
    expect(await extra.refreshSession('access-1')).toEqual(REFRESHED);
  });

  it('sends a request for a new login without a pause', async () => {
    const extra = createFakeExtra(createFakeServer({ [ROUTE]: inSequence({ json: {} }, { json: fresh }) }));
    await extra.refreshSession('access-1');
    extra.ports.localStorage.set('refresh_token', 'refresh-of-new-login');
    expect(await extra.refreshSession('access-1')).toEqual(REFRESHED);
  });

  it('sends another request after the server was unreachable', async () => {
    const extra = createFakeExtra(createFakeServer({ [ROUTE]: inSequence('unreachable', { json: fresh }) }));
    expect(await extra.refreshSession('access-1')).toEqual(UNREACHABLE);
    expect(await extra.refreshSession('access-1')).toEqual(REFRESHED);
  });

  it('does not restore a session after a logout during the request', async () => {
    const server = createFakeServer();
    const extra = createFakeExtra(server);
    server.on(ROUTE, () => {
      for (const key of extra.ports.localStorage.keys()) extra.ports.localStorage.remove(key);
      return { json: fresh };
    });
    expect(await extra.refreshSession('access-1')).toEqual(REFUSED);
    expect(extra.ports.localStorage.keys()).toEqual([]);
    expect(extra.ports.recorded.cookies.size).toBe(0);
  });
});
