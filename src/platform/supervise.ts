import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from './getPorts';

type Saga<Args extends unknown[]> = (...args: Args) => SagaOf<unknown>;

/** A saga that crashes this often within `CRASH_INTERVAL_MS` would crash forever, and is not started again. */
const MAX_CRASHES = 3;
const CRASH_INTERVAL_MS = 10_000;

const STOPPED =
  'Part of this page has stopped because of an error in it. Reload the page: transfers continue from there.';

/** Runs a saga that ends on its own, and logs the error that ends it early, so that sagas forked beside it keep running. */
export function* supervise<Args extends unknown[]>(saga: Saga<Args>, ...args: Args): SagaOf<void> {
  try {
    yield* call(saga, ...args);
  } catch (error) {
    yield* logCrash(saga, error);
  }
}

/**
 * Runs a saga that waits for commands or drives a machine, and starts it again after a crash: without it, commands would
 * be ignored silently until the page is reloaded. Such a saga continues from the state that it finds. Tells the user to
 * reload the page if it crashes again and again.
 */
export function* keepRunning<Args extends unknown[]>(saga: Saga<Args>, ...args: Args): SagaOf<void> {
  const { toast } = yield* getPorts();
  try {
    yield* restart(saga, ...args);
  } catch {
    yield* call(toast, STOPPED, 'error');
  }
}

/** Runs a saga like `keepRunning`, but throws its error if it crashes again and again. */
export function* restart<Args extends unknown[]>(saga: Saga<Args>, ...args: Args): SagaOf<void> {
  const { clock } = yield* getPorts();
  for (let crashes: readonly number[] = []; ;) {
    try {
      yield* call(saga, ...args);
      return;
    } catch (error) {
      const now = yield* call(clock.elapsed);
      crashes = [...crashes.filter((crashedAt) => now - crashedAt < CRASH_INTERVAL_MS), now];
      const isLast = crashes.length >= MAX_CRASHES;
      yield* logCrash(saga, error, isLast ? ' for good' : `, restarted ${crashes.length} of ${MAX_CRASHES}`);
      if (isLast) throw error;
    }
  }
}

function* logCrash(saga: { readonly name: string }, error: unknown, outcome = ''): SagaOf<void> {
  const { log } = yield* getPorts();
  const stopped = `${saga.name.replace(/^bound /, '')} stopped`;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log(`${stopped}: ${reason}`, { consequence: stopped + outcome, error });
}
