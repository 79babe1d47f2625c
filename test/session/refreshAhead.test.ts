import { createFakeExtra, type FakeExtra } from '../support/createApiStore';
import { anIdToken, createFakeProfile, FAKE_NOW_MS } from '../support/fakePorts';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';

const REFRESH = 'POST /auth/token';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An access token that was made at that time by the server's clock. */
function aToken(madeAtMs: number, lifeMs = HOUR_MS): string {
  const iat = Math.floor(madeAtMs / 1_000);
  return anIdToken({ iat, exp: iat + lifeMs / 1_000, jti: madeAtMs });
}

/** Tabs of a profile an instant after the login, whose clock is wrong by so much. `pass` lets time pass for all. */
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
  const setClocks = (): void => tabs.forEach(({ ports }) => ports.control.setNow(serverNowMs + clockErrorMs));
  const signIn = (madeAtMs: number): void => {
    for (const { ports } of tabs) {
      ports.cookies.set('access_token', aToken(madeAtMs, lifeMs), undefined);
      ports.localStorage.set('access_token', aToken(madeAtMs, lifeMs));
      ports.localStorage.set('time', new Date(serverNowMs + clockErrorMs).toISOString());
    }
  };
  setClocks();
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
    /** All tabs look at the clock; resolves with what the first is told. */
    look: async () => (await Promise.all(tabs.map(({ renewAhead }) => renewAhead())))[0],
  };
}

describe('tokens are renewed ahead', () => {
  it('five minutes before they end and not earlier, without a toast', async () => {
    const { look, pass, refreshes, toasts, first } = openTabs();
    pass(55 * MINUTE_MS - 1);
    expect(await look()).toBe(1);
    expect(refreshes()).toBe(0);
    pass(1);
    expect(await look()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(1);
    expect(first.ports.localStorage.get('access_token')).toBe(aToken(FAKE_NOW_MS + 55 * MINUTE_MS));
    expect(toasts()).toEqual([]);
  });

  it('before each of them ends, also where they live less than a minute', async () => {
    const { look, pass, refreshes } = openTabs({ lifeMs: 40_000 });
    pass(30_000);
    expect(await look()).toBe(30_000);
    pass(30_000);
    await look();
    expect(refreshes()).toBe(2);
  });

  it('once for all tabs, and once for all callers of a tab', async () => {
    const { look, pass, refreshes } = openTabs({ tabs: 3 });
    pass(56 * MINUTE_MS);
    await Promise.all(Array.from({ length: 50 }, look));
    expect(refreshes()).toBe(1);
    await look();
    expect(refreshes()).toBe(1);
  });

  it('once after a sleep of many hours', async () => {
    const { look, pass, refreshes } = openTabs({ tabs: 3 });
    pass(9 * HOUR_MS);
    await look();
    await look();
    expect(refreshes()).toBe(1);
  });

  it.each([-7, -1, -0.5, 0.5, 1, 7])('on time and without a loop where the clock is %d hours wrong', async (hours) => {
    const { look, pass, refreshes } = openTabs({ tabs: 2, clockErrorMs: hours * HOUR_MS });
    let refused = 0;
    let renewed = 0;
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      const before = refreshes();
      await look();
      renewed = refreshes() > before ? minute : renewed;
      if (minute - renewed >= 60) refused += 1;
      pass(MINUTE_MS);
    }
    expect(refused).toBe(0);
    // Every 55 minutes, and one more where a clock that is an hour or more ahead makes the first come at once.
    expect(refreshes()).toBe(hours < 1 ? 13 : 14);
  });

  it('again, once, when somebody puts the wrong clock right', async () => {
    const { look, pass, refreshes, tabs } = openTabs({ clockErrorMs: -3 * HOUR_MS });
    pass(55 * MINUTE_MS);
    await look();
    expect(refreshes()).toBe(1);
    pass(MINUTE_MS);
    tabs.forEach(({ ports }) => ports.control.setNow(FAKE_NOW_MS + 56 * MINUTE_MS));
    await look();
    await look();
    expect(refreshes()).toBe(2);
  });

  it('no sooner where the clock was set back after the login', async () => {
    const { look, first, refreshes } = openTabs();
    first.ports.control.setNow(FAKE_NOW_MS - 3 * HOUR_MS);
    await look();
    expect(refreshes()).toBe(0);
  });

  it('no sooner where what is stored of the clock can not be read', async () => {
    const { look, pass, first, refreshes } = openTabs();
    for (const nonsense of ['', 'NaN', '1e99', '{}']) {
      first.ports.localStorage.set('clock-offset', nonsense);
      await look();
    }
    expect(refreshes()).toBe(0);
    pass(55 * MINUTE_MS);
    await look();
    expect(refreshes()).toBe(1);
  });

  it('never where the token does not tell how long it lives', async () => {
    const { look, first, refreshes } = openTabs();
    first.ports.localStorage.set('access_token', 'opaque');
    expect(await look()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(0);
  });

  it('never where nobody is signed in', async () => {
    const { look, first, refreshes } = openTabs();
    for (const key of first.ports.localStorage.keys()) first.ports.localStorage.remove(key);
    expect(await look()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(0);
  });

  it.each<[string, FakeAnswer]>([
    ['no answer', 'unreachable'],
    ['a 503', { status: 503 }],
    ['an answer without tokens', { json: {} }],
  ])('once a minute at most where %s comes, however many ask', async (_name, answer) => {
    const { look, pass, refreshes, first } = openTabs({ answer });
    pass(56 * MINUTE_MS);
    for (let ask = 0; ask < 20; ask += 1) expect(await look()).toBe(MINUTE_MS);
    expect(refreshes()).toBe(1);
    pass(MINUTE_MS);
    await look();
    await look();
    expect(refreshes()).toBe(2);
    expect(first.refusals()).toBe(0);
  });
});

describe('a server that wants to be left alone', () => {
  const busy = (seconds: number): FakeAnswer => ({ status: 429, headers: { 'Retry-After': String(seconds) } });

  it('is not asked for tokens before it says, whoever needs them', async () => {
    const { first, look, pass, refreshes, toasts } = openTabs({ answer: busy(40) });
    pass(56 * MINUTE_MS);
    const token = first.ports.localStorage.get('access_token');
    const refused = { ok: false, failure: { kind: 'unreachable' } };
    expect(await first.refreshSession(token)).toEqual(refused);
    pass(39_999);
    expect(await first.refreshSession(token)).toEqual(refused);
    await look();
    expect(refreshes()).toBe(1);
    expect(toasts()).toHaveLength(1);
    pass(1);
    await first.refreshSession(token);
    expect(refreshes()).toBe(2);
  });

  it('is asked again after a minute, however long it wants to be left alone', async () => {
    const { first, pass, refreshes } = openTabs({ answer: busy(86_400) });
    const token = first.ports.localStorage.get('access_token');
    await first.refreshSession(token);
    pass(MINUTE_MS);
    await first.refreshSession(token);
    expect(refreshes()).toBe(2);
  });
});

it('a server that never answers counts as unreachable after 30 s, and holds up no other tab any longer', async () => {
  jest.useFakeTimers();
  const { tabs } = openTabs({ tabs: 2, answer: 'hanging' });
  const outcomes = tabs.map(({ ports, refreshSession }) => refreshSession(ports.localStorage.get('access_token')));
  await jest.advanceTimersByTimeAsync(60_000);
  for (const outcome of await Promise.all(outcomes)) {
    expect(outcome).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  }
  jest.useRealTimers();
});
