import './quietRuntimeWarning';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportFailure } from './reportFailure';
import { startServer } from './startServer';

const REPOSITORY_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

let stop: (() => Promise<void>) | undefined;

// During the start, which draws the sample data the first time, there is nothing to wait for: it can be cut off
// anywhere, as by a kill.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    if (stop === undefined) process.exit(0);
    stop().then(() => process.exit(0), reportFailure);
  });
}

startServer(process.env, REPOSITORY_ROOT).then((started) => {
  stop = started;
}, reportFailure);
