import { startBackend, type Backend } from './startBackend';

/** A backend that several test files use at the same time. They give their projects different titles. */
export type SharedBackend = Pick<Backend, 'url' | 'appUrl' | 'dataDir'>;

/** Environment variable that passes the backend from Jest's global setup to the tests. */
const SHARED_BACKEND = 'SHARED_BACKEND';

let running: Backend | undefined;

/** Starts the backend in Jest's global setup. */
export async function startSharedBackend(): Promise<void> {
  running = await startBackend();
  const { url, appUrl, dataDir } = running;
  process.env[SHARED_BACKEND] = JSON.stringify({ url, appUrl, dataDir });
}

/** Stops the backend in Jest's global teardown. */
export async function stopSharedBackend(): Promise<void> {
  await running?.stop();
}

/** Returns the backend that global setup has started. */
export function sharedBackend(): SharedBackend {
  return JSON.parse(process.env[SHARED_BACKEND] ?? '') as SharedBackend;
}
