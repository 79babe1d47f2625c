import { arm, call, race, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { runAsDriver } from './driverTab';
import { runAsFollower, type PendingCommands } from './followerTab';
import { postForEachOwner } from './tabMessages';

/** The Web Lock that the driver holds. */
const DRIVER_LOCK = 'data-manager-downloads';

/**
 * Shares the download list among the tabs of a browser profile. The tab that holds the lock is the driver; the others
 * follow it until it closes or crashes and the browser passes the lock on.
 */
export function* shareDownloads(): SagaOf<void> {
  const pending: PendingCommands = new Map();
  const { lock } = yield* race({ lock: arm.call(acquireLock), followed: arm.call(runAsFollower, pending) });
  try {
    // `call` waits for the sagas that the driver forks.
    yield* call(runAsDriver, pending);
  } finally {
    lock?.release?.();
  }
}

interface DriverLock {
  /** Undefined if the browser has no locks: each tab then drives on its own. */
  readonly release: (() => void) | undefined;
}

function* acquireLock(): SagaOf<DriverLock> {
  const { locks } = yield* getPorts();
  const controller = new AbortController();
  try {
    return { release: yield* call(locks.acquire, DRIVER_LOCK, controller.signal) };
  } finally {
    // No effect once the lock is held.
    controller.abort();
  }
}

/** Makes the other tabs check the session whenever a user signs in here. */
export function* announceSignIn(): SagaOf<void> {
  yield* postForEachOwner({ kind: 'signedIn' });
}
