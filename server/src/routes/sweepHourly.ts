import type { FastifyBaseLogger } from 'fastify';
import { logUnexpectedError } from '../logging';

const HOUR_MS = 60 * 60 * 1000;

/** What clears up as long as it is open. */
interface SweepingApp {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  addHook(name: 'onClose', hook: () => void): unknown;
}

/** Clears up now and every hour until the app closes. Only the first failure is thrown; later ones are logged. */
export async function sweepHourly(app: SweepingApp, sweep: () => Promise<void>): Promise<void> {
  await sweep();
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => {
      logUnexpectedError(app.log, error);
    });
  }, HOUR_MS);
  // A process that has nothing else to do may end.
  timer.unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
  });
}
