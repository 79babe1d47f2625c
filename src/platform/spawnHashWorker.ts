/** Starts a hash worker. A file of its own: only a bundler knows what to do with `import.meta.url`. */
export function spawnHashWorker(): Worker {
  return new Worker(new URL('./hashWorker.ts', import.meta.url));
}
