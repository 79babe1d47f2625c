import { configureStore } from '@reduxjs/toolkit';
import { api } from '../../src/api/api';
import type { ThunkExtra } from '../../src/api/baseQuery';
import { createTokenRefresh, type RefreshAhead } from '../../src/session/refreshSession';
import { aDeployment } from './builders';
import { aSession, createFakePorts, signIn, type FakePorts, type FakeProfile } from './fakePorts';
import { createFakeServer, type FakeServer } from './fakeServer';

/** What one store gives to its calls, over a fake server, with a session in local storage. */
export interface FakeExtra extends ThunkExtra {
  readonly ports: FakePorts;
  readonly server: FakeServer;
  /** Not among what the calls get: screens do not renew tokens ahead. */
  readonly renewAhead: RefreshAhead;
  /** How often a refused refresh ended the session. */
  readonly refusals: () => number;
}

/** The API's surroundings without the rest of the app. `profile`: of the browser, whose cookies hold the session too. */
export function createFakeExtra(server = createFakeServer(), profile?: FakeProfile): FakeExtra {
  const ports = createFakePorts({ fetch: server.fetch }, profile);
  const session = profile === undefined ? aSession() : signIn(ports);
  for (const [key, value] of Object.entries(session)) ports.localStorage.set(key, value);
  const config = aDeployment();
  let refusals = 0;
  const { refreshSession, refreshAhead: renewAhead } = createTokenRefresh({
    ports,
    config,
    onRefused: () => (refusals += 1),
  });
  return { ports, config, refreshSession, renewAhead, server, refusals: () => refusals };
}

/** A store with the API and nothing else. */
export function createApiStore(extra: FakeExtra) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra }, immutableCheck: { warnAfter: 1_000 } }).concat(api.middleware),
  });
}
