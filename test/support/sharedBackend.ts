import { startBackend, type Backend } from './startBackend';

/**
 * A backend that several test files use at the same time, in any order and as the same users. They give their projects different
 * titles, and look only at what they have made: a whole list, a count or the latest event may contain what another file does.
 */
export interface SharedBackend extends Pick<Backend, 'url' | 'appUrl' | 'dataDir'> {
  /** The URL of an identity provider in another process. */
  readonly issuerUrl?: string;
  /** The URL of one server behind the balancer. */
  readonly directUrl?: string;
  /** The files with its output. */
  readonly logFiles?: readonly string[];
}

/** Environment variable that passes the backend from Jest's global setup to the tests. */
const SHARED_BACKEND = 'SHARED_BACKEND';

let running: Backend | undefined;

/** Starts the backend in Jest's global setup. */
export async function startSharedBackend(): Promise<void> {
  running = await startBackend();
  const { url, appUrl, dataDir } = running;
  shareBackend({ url, appUrl, dataDir });
}

/** Passes a backend to the tests. */
export function shareBackend(backend: SharedBackend): void {
  process.env[SHARED_BACKEND] = JSON.stringify(backend);
}

/** Stops the backend in Jest's global teardown. */
export async function stopSharedBackend(): Promise<void> {
  await running?.stop();
}

/** Returns the backend that global setup has started. */
export function sharedBackend(): SharedBackend {
  return JSON.parse(process.env[SHARED_BACKEND] ?? '') as SharedBackend;
}
