import { inspect } from 'node:util';
import { StartupFailure } from './startupFailure';

/** Ends the process with code 1: in words for people where they can do something about it, else with the stack. */
export function reportFailure(error: unknown): never {
  const words =
    error instanceof StartupFailure
      ? `Data Manager can't start. ${error.message}`
      : `Data Manager stopped on an error that nobody foresaw: ${inspect(error)}`;
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
