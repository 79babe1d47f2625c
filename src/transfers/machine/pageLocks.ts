import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { withSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';

/*
 * Problem: files can't be posted, so each page drives its own uploads and comparisons. Exactly one other page must take over what
 * a page leaves when it closes or crashes. The other pages are not told, and the lists that they show may be outdated.
 * Idea: a page holds a lock with its id while it is open. A tab that takes something over holds this lock meanwhile, reads
 * the records again, and makes them its own. A tab that comes later finds them changed and leaves them alone.
 * Cost: one reading and one writing of the records of each closed page. Without Web Locks, no page counts as open.
 */

/** Returns the name of the lock that a page holds while it is open. The browser releases it when the page closes or crashes. */
export function pageLock(machine: string, page: string): string {
  return `${machine}:${page}`;
}

export function* isPageOpen(machine: string, page: string): SagaOf<boolean> {
  const { locks } = yield* getPorts();
  return yield* call(locks.isTaken, pageLock(machine, page));
}

/** Runs a saga while no other tab takes over what a closed page has left. */
export function* takeOverFrom<Result>(machine: string, page: string, take: () => SagaOf<Result>): SagaOf<Result> {
  const release = yield* acquireLock(pageLock(machine, page));
  try {
    return yield* take();
  } finally {
    release();
  }
}

/** Waits for a Web Lock, and returns the function that releases it. Without locks, it does nothing. */
export function* acquireLock(lock: string): SagaOf<() => void> {
  const { locks } = yield* getPorts();
  return (yield* withSignal((signal) => call(locks.acquire, lock, signal))) ?? (() => undefined);
}
