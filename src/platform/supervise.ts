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
  yield* hasCrashed(saga, args);
}

/**
 * Runs a saga that waits for commands or drives a machine, and starts it again after a crash: without it, commands would
 * be ignored silently until the page is reloaded. Such a saga continues from the state that it finds. Tells the user to
 * reload the page if it crashes again and again.
 */
export function* keepRunning<Args extends unknown[]>(saga: Saga<Args>, ...args: Args): SagaOf<void> {
  const { clock, toast } = yield* getPorts();
  let crashes: readonly number[] = [];
  while (yield* hasCrashed(saga, args)) {
    const now = yield* call(clock.now);
    crashes = [...crashes.filter((crashedAt) => now - crashedAt < CRASH_INTERVAL_MS), now];
    if (crashes.length < MAX_CRASHES) continue;
    yield* call(toast, STOPPED, 'error');
    return;
  }
}

/** Runs a saga to its end. Returns true if an error ended it, which it logs. */
function* hasCrashed<Args extends unknown[]>(saga: Saga<Args>, args: Args): SagaOf<boolean> {
  try {
    yield* call(saga, ...args);
    return false;
  } catch (error) {
    const { log } = yield* getPorts();
    log(`${saga.name} stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return true;
  }
}
