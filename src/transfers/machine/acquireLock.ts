import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';

/** Waits for a Web Lock, and returns the function that releases it. Without locks, it does nothing. */
export function* acquireLock(lock: string): SagaOf<() => void> {
  const { locks } = yield* getPorts();
  const controller = new AbortController();
  try {
    return (yield* call(locks.acquire, lock, controller.signal)) ?? (() => undefined);
  } finally {
    // No effect once the lock is held.
    controller.abort();
  }
}
