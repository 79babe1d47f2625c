/** Starts a worker; returns undefined if the browser or the page's Content Security Policy does not allow one. */
export function trySpawn<Spawned>(spawnWorker: () => Spawned): Spawned | undefined {
  try {
    return spawnWorker();
  } catch {
    return undefined;
  }
}
