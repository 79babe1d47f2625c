import { getEventListeners } from 'node:events';
import { isMainThread, workerData } from 'node:worker_threads';
import { HASH_WORKER, serveHashing } from '../platform/node/hashing';
import { EXIT } from './exitCode';
import { run } from './run';

declare const DM_VERSION: string;

// The program is one file, which is also that of its workers.
if (!isMainThread && workerData === HASH_WORKER) serveHashing();
else await main();

async function main(): Promise<void> {
  const stopped = new AbortController();
  const stop = (): void => {
    // The second time, nothing is waited for. What is recorded can be resumed.
    const hasTransfer = getEventListeners(stopped.signal, 'abort').length > 0;
    if (stopped.signal.aborted || !hasTransfer) process.exit(EXIT.stopped);
    stopped.abort();
  };
  // The reader of a pipe has enough.
  process.stdout.on('error', () => process.exit(EXIT.stopped));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Nothing is left to wait for.
  process.on('beforeExit', () => {
    process.stderr.write('dm has stopped before it was done. Try again, with --verbose for notes.\n');
    process.exit(EXIT.failed);
  });
  const code = await run(process.argv.slice(2), {
    out: process.stdout,
    err: process.stderr,
    env: process.env,
    version: DM_VERSION,
    script: new URL(import.meta.url),
    signal: stopped.signal,
  });
  // Idle connections would keep the process for seconds.
  process.exit(code);
}
