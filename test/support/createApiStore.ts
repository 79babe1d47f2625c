import { configureStore } from '@reduxjs/toolkit';
import { api } from '../../src/api/api';
import type { ThunkExtra } from '../../src/api/baseQuery';
import { createTokenRefresh, type RefreshAhead } from '../../src/session/refreshSession';
import { aDeployment } from './builders';
import { aSession, createFakePorts, signIn, type FakePorts, type FakeProfile } from './fakePorts';
import { createFakeServer, type FakeServer } from './fakeServer';

/** The thunk argument of an API store over a fake server, with a session in local storage. */
export interface FakeExtra extends ThunkExtra {
  readonly ports: FakePorts;
  readonly server: FakeServer;
  /** Refreshes tokens ahead of their expiry. API calls do not receive it. */
  readonly renewAhead: RefreshAhead;
  /** Number of rejected refreshes that ended the session. */
  readonly refusals: () => number;
}

/** Creates what the API needs without the rest of the app. With a `profile`, its cookies contain the session too. */
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

/** Creates a store with only the API. */
export function createApiStore(extra: FakeExtra) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra }, immutableCheck: { warnAfter: 1_000 } }).concat(api.middleware),
  });
}
