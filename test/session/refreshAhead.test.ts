import { storeSession } from '../../src/session/sessionValues';
import { createFakeExtra, type FakeExtra } from '../support/createApiStore';
import { anIdToken, aSession, createFakeProfile, FAKE_NOW_MS } from '../support/fakePorts';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';
import { pass } from '../support/virtualTime';

const REFRESH = 'POST /auth/token';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An access token that was issued at a time of the server's clock. */
function aToken(madeAtMs: number, lifeMs = HOUR_MS): string {
  const iat = Math.floor(madeAtMs / 1_000);
  return anIdToken({ iat, exp: iat + lifeMs / 1_000, jti: madeAtMs });
}

/** Tabs of a browser profile just after the login. The local clock differs from the server's by `clockErrorMs`. */
function openTabs({
  tabs: count = 1,
  clockErrorMs = 0,
  lifeMs = HOUR_MS,
  answer = undefined as FakeAnswer | undefined,
} = {}) {
  let serverNowMs = FAKE_NOW_MS;
  const server = createFakeServer({
    [REFRESH]: () =>
      answer ?? {
        json: {
          id_token: anIdToken({}),
          access_token: aToken(serverNowMs, lifeMs),
          refresh_token: serverNowMs.toString(),
        },
      },
  });
  const profile = createFakeProfile();
  const tabs = Array.from({ length: count }, () => createFakeExtra(server, profile));
  const setClocks = (): void => tabs.forEach(({ ports }) => ports.control.setNow(serverNowMs));
  const signIn = (madeAtMs: number): void => {
    for (const { ports } of tabs) {
      ports.cookies.set('access_token', aToken(madeAtMs, lifeMs), undefined);
      ports.localStorage.set('access_token', aToken(madeAtMs, lifeMs));
      ports.localStorage.set('time', new Date(serverNowMs + clockErrorMs).toISOString());
    }
  };
  for (const { ports } of tabs) ports.control.moveClock(clockErrorMs);
  signIn(serverNowMs);
  return {
    server,
    tabs,
    first: tabs[0] as FakeExtra,
    signIn,
    refreshes: () => server.calls.length,
    toasts: () => tabs.flatMap(({ ports }) => ports.recorded.toasts),
    pass: (milliseconds: number) => {
      serverNowMs += milliseconds;
      setClocks();
    },
    /** Runs a check in all tabs. Resolves with the result of the first one. */
    check: async () => (await Promise.all(tabs.map(({ renewAhead }) => renewAhead())))[0],
  };
}

describe('refreshAhead', () => {
  it('refreshes tokens five minutes before they expire, without a toast', async () => {
    const { check, pass, refreshes, toasts, first } = openTabs();
    pass(55 * MINUTE_MS - 1);
    expect(await check()).toBe(1);
    expect(refreshes()).toBe(0);
    pass(1);
    expect(await check()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(1);
    expect(first.ports.localStorage.get('access_token')).toBe(aToken(FAKE_NOW_MS + 55 * MINUTE_MS));
    expect(toasts()).toEqual([]);
  });

  it('refreshes tokens that live for less than a minute before each of them expires', async () => {
    const { check, pass, refreshes } = openTabs({ lifeMs: 40_000 });
    pass(30_000);
    expect(await check()).toBe(30_000);
    pass(30_000);
    await check();
    expect(refreshes()).toBe(2);
  });

  it('refreshes once for all tabs and all callers of a tab', async () => {
    const { check, pass, refreshes } = openTabs({ tabs: 3 });
    pass(56 * MINUTE_MS);
    await Promise.all(Array.from({ length: 50 }, check));
    expect(refreshes()).toBe(1);
    await check();
    expect(refreshes()).toBe(1);
  });

  it('refreshes once after the computer has slept for hours', async () => {
    const { check, pass, refreshes } = openTabs({ tabs: 3 });
    pass(9 * HOUR_MS);
    await check();
    await check();
    expect(refreshes()).toBe(1);
  });

  it.each([-7, -1, -0.5, 0.5, 1, 7])('refreshes on time if the local clock is %d hours wrong', async (hours) => {
    const { check, pass, refreshes } = openTabs({ tabs: 2, clockErrorMs: hours * HOUR_MS });
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      await check();
      expect(refreshes()).toBe(Math.floor(minute / 55));
      pass(MINUTE_MS);
    }
  });

  it.each([-3, 3])('refreshes once after the local clock has been moved by %d hours', async (hours) => {
    const { check, first, refreshes } = openTabs();
    first.ports.control.moveClock(hours * HOUR_MS);
    await check();
    await check();
    expect(refreshes()).toBe(1);
  });

  it.each(['', 'NaN', '{}'])('refreshes once if the stored time of arrival is %j', async (time) => {
    const { check, first, refreshes } = openTabs();
    first.ports.localStorage.set('time', time);
    await check();
    await check();
    expect(refreshes()).toBe(1);
  });

  it('counts the lifetime of the tokens of a new login from that login', async () => {
    const { check, pass, refreshes, first } = openTabs();
    pass(55 * MINUTE_MS);
    await check();
    pass(54 * MINUTE_MS);
    const values = { ...aSession(), access_token: aToken(FAKE_NOW_MS, HOUR_MS), user_id: 'user-2' };
    storeSession(first.ports, values, false);
    expect(await check()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(1);
  });

  it('does not refresh a token that does not state its lifetime', async () => {
    const { check, first, refreshes } = openTabs();
    first.ports.localStorage.set('access_token', 'opaque');
    expect(await check()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(0);
  });

  it('does not refresh without a session', async () => {
    const { check, first, refreshes } = openTabs();
    for (const key of first.ports.localStorage.keys()) first.ports.localStorage.remove(key);
    expect(await check()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(0);
  });

  it.each<[string, FakeAnswer]>([
    ['no response', 'unreachable'],
    ['a 503', { status: 503 }],
    ['a response without tokens', { json: {} }],
  ])('repeats a request that was answered with %s at most once a minute', async (_name, answer) => {
    const { check, pass, refreshes, first } = openTabs({ answer });
    pass(56 * MINUTE_MS);
    for (let ask = 0; ask < 20; ask += 1) expect(await check()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(1);
    pass(MINUTE_MS);
    await check();
    await check();
    expect(refreshes()).toBe(2);
    expect(first.refusals()).toBe(0);
  });
});

describe('Retry-After of the token endpoint', () => {
  const busy = (seconds: number): FakeAnswer => ({ status: 429, headers: { 'Retry-After': String(seconds) } });

  it('delays every refresh until the time that the server requires', async () => {
    const { first, check, pass, refreshes, toasts } = openTabs({ answer: busy(40) });
    pass(56 * MINUTE_MS);
    const token = first.ports.localStorage.get('access_token');
    const refused = { ok: false, failure: { kind: 'unreachable' } };
    expect(await first.refreshSession(token)).toEqual(refused);
    pass(39_999);
    expect(await first.refreshSession(token)).toEqual(refused);
    await check();
    expect(refreshes()).toBe(1);
    expect(toasts()).toHaveLength(1);
    pass(1);
    await first.refreshSession(token);
    expect(refreshes()).toBe(2);
  });

  it('delays a refresh for at most one minute', async () => {
    const { first, pass, refreshes } = openTabs({ answer: busy(86_400) });
    const token = first.ports.localStorage.get('access_token');
    await first.refreshSession(token);
    pass(MINUTE_MS);
    await first.refreshSession(token);
    expect(refreshes()).toBe(2);
  });
});

it('treats a server that does not respond within 30 s as unreachable, also for a waiting tab', async () => {
  jest.useFakeTimers();
  const { tabs } = openTabs({ tabs: 2, answer: 'hanging' });
  const outcomes = tabs.map(({ ports, refreshSession }) => refreshSession(ports.localStorage.get('access_token')));
  await pass(60_000);
  for (const outcome of await Promise.all(outcomes)) {
    expect(outcome).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  }
});
