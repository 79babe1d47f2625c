import type { FastifyBaseLogger } from 'fastify';
import { databaseTime, isSweepDue, recordSweep, withLease } from '../database/jobs/leases';
import type { Queryable } from '../database/sql';
import { logUnexpectedError } from '../http/logging';

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

/** Makes a sweep that is called every hour run at the start and once a day, on one of the servers that share a database. */
export function dailySweep(
  database: Queryable,
  name: SweepName,
  sweep: (signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  let startedAt: Date | undefined;
  return async (signal) => {
    const since = (startedAt ??= await databaseTime(database));
    const sweepIfDue = async (stop: AbortSignal): Promise<void> => {
      if (!(await isSweepDue(database, name, since))) return;
      const beganAt = await databaseTime(database);
      await sweep(stop);
      await recordSweep(database, name, beganAt);
    };
    await exclusiveSweep(database, name, sweepIfDue)(signal);
  };
}

type SweepName = 'archives' | 'pipelines' | 'storage' | 'uploads';

/** Makes servers that share a database run a sweep one after the other. */
export function exclusiveSweep(
  database: Queryable,
  name: SweepName,
  sweep: (signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  return (signal) => withLease(database, { table: 'sweeps', key: name }, signal, sweep);
}
