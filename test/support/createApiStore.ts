import { configureStore } from '@reduxjs/toolkit';
import { api } from '../../src/api/api';
import type { ThunkExtra } from '../../src/api/thunkExtra';
import { createRefreshSession } from '../../src/session/refreshSession';
import { aDeployment } from './builders';
import { aSession, createFakePorts, type FakePorts } from './fakePorts';
import { createFakeServer, type FakeServer } from './fakeServer';

/** What one store gives to its calls, over a fake server, with a session in local storage. */
export interface FakeExtra extends ThunkExtra {
  readonly ports: FakePorts;
  readonly server: FakeServer;
  /** How often a refused refresh ended the session. */
  readonly refusals: () => number;
}

/** The API's surroundings without the rest of the app. */
export function createFakeExtra(server = createFakeServer()): FakeExtra {
  const ports = createFakePorts({ fetch: server.fetch });
  for (const [key, value] of Object.entries(aSession())) ports.localStorage.set(key, value);
  const config = aDeployment();
  let refusals = 0;
  const refreshSession = createRefreshSession({ ports, config, onRefused: () => (refusals += 1) });
  return { ports, config, refreshSession, server, refusals: () => refusals };
}

/** A store with the API and nothing else. */
export function createApiStore(extra: FakeExtra) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(api.middleware),
  });
}
