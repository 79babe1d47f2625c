import type { SagaOf } from '../../lib/typedEffects';
import { driveInOneTab } from '../shareAmongTabs';
import { runAsDriver } from './driverTab';
import { runAsFollower, type PendingCommands } from './followerTab';

/** The Web Lock that the driver holds. */
const DRIVER_LOCK = 'data-manager-downloads';

/**
 * Shares the download list among the tabs of a browser profile. The tab that holds the lock is the driver; the others
 * follow it until it closes or crashes and the browser passes the lock on.
 */
export function* shareDownloads(): SagaOf<void> {
  const pending: PendingCommands = new Map();
  yield* driveInOneTab(DRIVER_LOCK, runAsFollower, runAsDriver, pending);
}
