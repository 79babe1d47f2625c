import './startup/quietRuntimeWarning';
import { inspect } from 'node:util';
import { StartupError } from './common/errors';
import { REPOSITORY_ROOT } from './folders';
import type { StopServer } from './startup/startServer';

let stop: StopServer | undefined;

// There is nothing to wait for during startup: every step can be killed safely.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    if (stop === undefined) process.exit(0);
    stop({ atOnce: signal === 'SIGINT' }).then(() => process.exit(0), exitWithError);
  });
}

// Loads oidc-provider, whose warning must be suppressed first.
import('./startup/startServer')
  .then(({ startServer }) => startServer(process.env, REPOSITORY_ROOT))
  .then((started) => {
    stop = started;
  }, exitWithError);

function exitWithError(error: unknown): never {
  const message =
    error instanceof StartupError
      ? `Data Manager can't start. ${error.message}`
      : `Data Manager stopped because of an unexpected error: ${inspect(error)}`;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
