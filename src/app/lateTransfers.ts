import { isAction, type Middleware } from '@reduxjs/toolkit';
import { DOWNLOAD_LIST_KEY } from '../domain/constants';
import type { SagaOf } from '../lib/typedEffects';
import { loadPatiently } from '../platform/loadPatiently';
import type { Ports } from '../platform/ports';
import { isTransferAction } from '../transfers/recorder/transferReducer';
import { appWords } from './appWords';

export type TransfersSaga = () => SagaOf<void>;

/** The transfers' machines, whose code the first screen does without. */
export interface LateTransfers {
  /** Keeps wishes back, in their order, until the machines run. Belongs outermost: what is kept has not happened yet. */
  readonly holdWishes: Middleware;
  /** Has the machines loaded now, if nothing else has. */
  readonly start: () => void;
  /** Tells when they are there. */
  readonly onLoaded: (tell: (error: null, saga: TransfersSaga) => void) => void;
  /** The machines run: what was kept back goes on, and so does every later wish at once. */
  readonly letGo: () => void;
}

/** As redux-persist writes a list in which nothing stands. */
const EMPTY_LIST = '"items":"[]"';

/**
 * The machines load with the first wish, with a stored download, or when they are told to. A load that fails is tried
 * again until it succeeds: whatever is asked for meanwhile is granted then, and told once to be late.
 */
export function createLateTransfers(
  ports: Pick<Ports, 'localStorage' | 'toast' | 'log'>,
  load: () => Promise<TransfersSaga>,
): LateTransfers {
  let held: (() => void)[] | undefined = [];
  let isWanted = false;
  let isTold = false;
  let settle: (loading: Promise<TransfersSaga>) => void;
  const loaded = new Promise<TransfersSaga>((resolve) => {
    settle = resolve;
  });

  const tellFailure = (error: unknown): void => {
    ports.log(`The transfers could not be loaded: ${String(error)}`);
    if (isTold || held?.length === 0) return;
    isTold = true;
    ports.toast(appWords.transfersNotLoaded, 'error');
  };
  const start = (): void => {
    if (isWanted) return;
    isWanted = true;
    settle(loadPatiently(load, tellFailure));
  };

  const stored = ports.localStorage.get(DOWNLOAD_LIST_KEY);
  if (stored !== null && !stored.includes(EMPTY_LIST)) start();

  return {
    holdWishes: () => (next) => (action) => {
      if (held === undefined || !isTransferWish(action)) return next(action);
      held.push(() => next(action));
      start();
      return action;
    },
    start,
    onLoaded: (tell) => void loaded.then((saga) => tell(null, saga)),
    letGo: () => {
      const wishes = held ?? [];
      held = undefined;
      for (const wish of wishes) wish();
    },
  };
}

/** A wish that the transfers' machines grant; those about the session are granted from the start. */
function isTransferWish(action: unknown): boolean {
  if (!isAction(action) || !isTransferAction(action)) return false;
  return action.type.endsWith('Requested') && !action.type.startsWith('session/');
}
