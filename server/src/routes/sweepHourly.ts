import type { FastifyBaseLogger } from 'fastify';
import { withLease } from '../database/leases';
import type { Queryable } from '../database/sql';
import { logUnexpectedError } from '../logging';

const HOUR_MS = 60 * 60 * 1000;

/** What clears up as long as it is open. */
interface SweepingApp {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  addHook(name: 'onClose', hook: () => Promise<void>): unknown;
}

/**
 * Clears up in the background, now and every hour until the app closes. Failures are logged.
 *
 * @param sweep Throws between two of its steps if the signal has aborted, because the app waits for it when it closes.
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
  // A process that has nothing else to do may end.
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
