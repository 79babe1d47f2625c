import { arm, call, race, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { driveDownloads } from './driveDownloads';
import { followDriver, type PendingWishes } from './followDriver';

/** Whoever holds it drives the downloads of the profile. */
const DRIVER_LOCK = 'data-manager-downloads';

interface Turn {
  /** Undefined where the browser allows no locks: every tab is then on its own. */
  readonly giveUp: (() => void) | undefined;
}

/** One tab of a profile drives the downloads. The others follow it, and the next takes over when it closes or dies. */
export function* shareDownloads(): SagaOf<void> {
  const pending: PendingWishes = new Map();
  const { turn } = yield* race({ turn: arm.call(waitForTurn), followed: arm.call(followDriver, pending) });
  try {
    // Called, so that it ends with its forks and not before them.
    yield* call(driveDownloads, pending);
  } finally {
    turn?.giveUp?.();
  }
}

function* waitForTurn(): SagaOf<Turn> {
  const { locks } = yield* getPorts();
  const controller = new AbortController();
  try {
    return { giveUp: yield* call(locks.acquire, DRIVER_LOCK, controller.signal) };
  } finally {
    // Without effect once it is this tab's turn.
    controller.abort();
  }
}
