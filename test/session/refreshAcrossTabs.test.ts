import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import { projectChangesApi } from '../../src/api/projectChanges';
import { createApiStore, createFakeExtra, type FakeExtra } from '../support/createApiStore';
import { anIdToken, createFakeProfile, signIn } from '../support/fakePorts';
import { createFakeServer, type FakeAnswer, type FakeHandler } from '../support/fakeServer';

const REFRESH = 'POST /auth/token';
const GOOD = 'Bearer access-2';
const fresh = { id_token: anIdToken({}), access_token: 'access-2', refresh_token: 'refresh-2', domain: 'app.test' };
const UNAUTHORIZED = { ok: false, failure: { kind: 'unauthorized' } };
const project = { sponsorId: 'acme', title: 'brains', projectHash: 'p' };

/** Creates a server that accepts only the second access token, and each refresh token once. */
function createRotatingServer(refresh: FakeHandler = () => ({ json: fresh })) {
  const used = new Set<string>();
  return createFakeServer({
    'PATCH /project/*': ({ headers }): FakeAnswer =>
      headers.get('Authorization') === GOOD ? { json: project } : { status: 401 },
    [REFRESH]: (call): FakeAnswer | Promise<FakeAnswer> => {
      const token = call.headers.get('X-Refresh-Token') ?? '';
      if (used.has(token)) return { status: 401 };
      used.add(token);
      return refresh(call);
    },
  });
}

const toastsOf = (tabs: readonly FakeExtra[]) => tabs.flatMap(({ ports }) => ports.recorded.toasts);

/** Sends fifty requests of one store at the same time. */
function callFiftyTimes(tab: FakeExtra) {
  const store = createApiStore(tab);
  return Array.from({ length: 50 }, (_, index) =>
    store.dispatch(
      projectChangesApi.endpoints.updateProject.initiate({ projectHash: `p${index}`, changes: { title: 'brains' } }),
    ),
  );
}

describe('three tabs whose requests are rejected with 401 at the same time', () => {
  it('sends one refresh, shows one toast and repeats every request once if three tabs get a 401 at the same time', async () => {
    const server = createRotatingServer();
    const profile = createFakeProfile();
    const tabs = [1, 2, 3].map(() => createFakeExtra(server, profile));
    const results = await Promise.all(tabs.flatMap(callFiftyTimes));
    expect(results).toHaveLength(150);
    for (const result of results) expect(result).toMatchObject({ data: { title: 'brains' } });
    expect(server.story().filter((call) => call === REFRESH)).toHaveLength(1);
    expect(server.story().filter((call) => call.startsWith('PATCH'))).toHaveLength(300);
    expect(toastsOf(tabs)).toEqual([{ text: ERROR_CATALOGUE.unauthorized.text, severity: 'error' }]);
  });

  it('ends the session in all tabs after one rejected refresh', async () => {
    const server = createRotatingServer(() => ({ status: 401 }));
    const profile = createFakeProfile();
    const tabs = [1, 2, 3].map(() => createFakeExtra(server, profile));
    await Promise.all(tabs.flatMap(callFiftyTimes));
    expect(server.story().filter((call) => call === REFRESH)).toHaveLength(1);
    expect(tabs.map((tab) => tab.refusals())).toEqual([1, 1, 1]);
    expect(toastsOf(tabs)).toHaveLength(1);
  });

  it('keeps the session in all tabs if the token endpoint is unreachable', async () => {
    const server = createRotatingServer(() => 'unreachable');
    const profile = createFakeProfile();
    const tabs = [1, 2, 3].map(() => createFakeExtra(server, profile));
    // A request that does not arrive does not use up the refresh token.
    server.on(REFRESH, 'unreachable');
    const results = await Promise.all(tabs.flatMap(callFiftyTimes));
    for (const result of results) expect(result).toMatchObject({ error: { kind: 'unreachable' } });
    expect(tabs.map((tab) => tab.refusals())).toEqual([0, 0, 0]);
    expect(profile.stored.get('refresh_token')).toBe('refresh-1');
    expect(profile.cookies.get('refresh_token')).toBe('refresh-1');
  });
});

describe('a tab that sees the local storage of another tab late', () => {
  /** Opens two tabs with common cookies and locks, but separate local storage. */
  function openTabs(server = createRotatingServer()) {
    const profile = createFakeProfile();
    const [first, second] = [1, 2].map(() => createFakeExtra(server, { ...profile, stored: new Map() }));
    return { server, profile, first: first as FakeExtra, second: second as FakeExtra };
  }

  it('takes the newer token from the cookies instead of sending the used refresh token', async () => {
    const { server, first, second } = openTabs();
    const outcomes = await Promise.all([first.refreshSession('access-1'), second.refreshSession('access-1')]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(server.story()).toEqual([REFRESH]);
    expect(second.ports.localStorage.get('access_token')).toBe('access-2');
    expect(second.ports.localStorage.get('refresh_token')).toBe('refresh-2');
    expect(toastsOf([first, second])).toHaveLength(1);
  });

  it('neither refreshes nor changes the session of another user who has signed in', async () => {
    const { server, profile, first } = openTabs();
    signIn(first.ports, { user_id: 'user-2', access_token: 'access-9', refresh_token: 'refresh-9' });
    expect(await first.refreshSession('access-1')).toEqual(UNAUTHORIZED);
    expect(server.calls).toEqual([]);
    expect(first.refusals()).toBe(0);
    expect(profile.cookies.get('access_token')).toBe('access-9');
    expect(first.ports.localStorage.get('access_token')).toBe('access-1');
  });

  it('does not restore a session after a logout in the other tab during the request', async () => {
    const { profile, first } = openTabs(
      createRotatingServer(() => {
        profile.cookies.clear();
        return { json: fresh };
      }),
    );
    expect(await first.refreshSession('access-1')).toEqual(UNAUTHORIZED);
    expect(profile.cookies.size).toBe(0);
    expect(first.refusals()).toBe(0);
  });

  it('does not overwrite the tokens of a login during the request', async () => {
    const { profile, first } = openTabs(
      createRotatingServer(() => {
        signIn(first.ports, { user_id: 'user-2', access_token: 'access-9', refresh_token: 'refresh-9' });
        return { json: fresh };
      }),
    );
    expect(await first.refreshSession('access-1')).toEqual(UNAUTHORIZED);
    expect(profile.cookies.get('access_token')).toBe('access-9');
    expect(profile.cookies.get('refresh_token')).toBe('refresh-9');
  });
});

it.each([
  ['another user', { user_id: 'user-2' }],
  ['another sponsor', { sponsor_id: 'other' }],
])('does not repeat a rejected request after %s has signed in', async (_name, session) => {
  const server = createRotatingServer();
  const tab = createFakeExtra(server, createFakeProfile());
  server.on('PATCH /project/*', ({ headers }) => {
    if (headers.get('Authorization') !== 'Bearer access-1') return { json: project };
    const theirs = signIn(tab.ports, { ...session, access_token: 'access-9', refresh_token: 'refresh-9' });
    for (const [key, value] of Object.entries(theirs)) tab.ports.localStorage.set(key, value);
    return { status: 401 };
  });
  const { initiate } = projectChangesApi.endpoints.updateProject;
  const result = await createApiStore(tab).dispatch(initiate({ projectHash: 'p', changes: { title: 'brains' } }));
  expect(result).toEqual({ error: { kind: 'unauthorized' } });
  expect(server.story()).toEqual(['PATCH /project/p']);
});
