/** Starts a worker; undefined where the browser, or the policy of the page, allows none. */
export function trySpawn<Spawned>(spawnWorker: () => Spawned): Spawned | undefined {
  try {
    return spawnWorker();
  } catch {
    return undefined;
  }
}
