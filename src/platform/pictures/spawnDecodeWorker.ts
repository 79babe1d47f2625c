/** Starts a decode worker. A file of its own: only a bundler knows what to do with `import.meta.url`. */
export function spawnDecodeWorker(): Worker {
  return new Worker(new URL('./decodeWorker.ts', import.meta.url));
}
