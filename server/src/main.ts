import './quietRuntimeWarning';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { StartupError } from './errors';
import { startServer } from './startServer';

const REPOSITORY_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

let stop: (() => Promise<void>) | undefined;

// During the start, which draws the sample data the first time, there is nothing to wait for: it can be cut off
// anywhere, as by a kill.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    if (stop === undefined) process.exit(0);
    stop().then(() => process.exit(0), exitWithError);
  });
}

startServer(process.env, REPOSITORY_ROOT).then((started) => {
  stop = started;
}, exitWithError);

/** Ends the process with code 1: in words for people where they can do something about it, else with the stack. */
export function exitWithError(error: unknown): never {
  const words =
    error instanceof StartupError
      ? `Data Manager can't start. ${error.message}`
      : `Data Manager stopped on an error that nobody foresaw: ${inspect(error)}`;
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
