import { arm, call, race, type SagaOf } from '../lib/typedEffects';
import { acquireLock } from './machine/acquireLock';

/**
 * Runs `drive` in the tab of a browser profile that holds the Web Lock, and `follow` in the others until the browser passes
 * the lock on to them because the driver has closed or crashed. Without locks, each tab drives on its own.
 */
export function* driveInOneTab<Args extends unknown[]>(
  lock: string,
  follow: (...args: Args) => SagaOf<void>,
  drive: (...args: Args) => SagaOf<void>,
  ...args: Args
): SagaOf<void> {
  const { release } = yield* race({ release: arm.call(acquireLock, lock), followed: arm.call(follow, ...args) });
  try {
    // `call` waits for the sagas that the driver forks.
    yield* call(drive, ...args);
  } finally {
    release?.();
  }
}
