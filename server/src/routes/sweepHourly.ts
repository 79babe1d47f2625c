import type { FastifyBaseLogger } from 'fastify';
import { withLease } from '../database/leases';
import type { Queryable } from '../database/sql';
import { logUnexpectedError } from '../logging';

const HOUR_MS = 60 * 60 * 1000;

/** The app that sweeps until it is closed. */
interface SweepingApp {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  addHook(name: 'onClose', hook: () => Promise<void>): unknown;
}

/**
 * Runs a sweep in the background, now and every hour until the app closes. Failures are logged.
 *
 * @param sweep Throws between two steps if the signal has aborted, because the app waits for it when closing.
 */
export function sweepHourly(app: SweepingApp, sweep: (signal: AbortSignal) => Promise<void>): void {
  const stop = new AbortController();
  let running: Promise<void> | undefined;

  function start(): void {
    running ??= sweep(stop.signal)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) logUnexpectedError(app.log, error);
      })
      .finally(() => {
        running = undefined;
      });
  }

  start();
  const timer = setInterval(start, HOUR_MS);
  // Lets the process exit if it has nothing else to do.
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  });
}

/** Makes servers that share a database run a sweep one after the other. */
export function exclusiveSweep(
  database: Queryable,
  name: 'archives' | 'pipelines' | 'uploads',
  sweep: (signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  return (signal) => withLease(database, { table: 'sweeps', key: name }, signal, sweep);
}
