import { isAction, type Action, type Middleware } from '@reduxjs/toolkit';
import { DOWNLOAD_LIST_KEY } from '../domain/constants';
import { importWithRetry } from '../platform/importWithRetry';
import type { Ports } from '../platform/ports';
import { isTransferAction } from '../transfers/transferState';

/** The reducers and sagas that were added to a store. */
export interface AttachedTransfers {
  /** Runs the sagas. Resolves when the transfers' sagas run, which is once the store is rehydrated. */
  readonly start: () => Promise<void>;
  readonly passToSagas: (action: Action) => void;
  /** Returns true for actions that may come many times a second. */
  readonly isFrequent: (action: unknown) => boolean;
  readonly stop: () => void;
}

interface LazyTransfersOptions<Code> {
  readonly ports: Pick<Ports, 'localStorage' | 'toast' | 'log'>;
  /** Loads the code. A failed load is repeated until it succeeds. */
  readonly load: () => Promise<Code>;
  /** Adds the loaded reducers and sagas to the store. */
  readonly attach: (code: Code) => AttachedTransfers;
}

/** Appears in the stored list when it has no downloads, as redux-persist writes it. */
const EMPTY_LIST = '"items":"[]"';

const LOAD_FAILED =
  'The code for uploads and downloads could not be loaded. The app keeps trying, and then starts what you asked for.';

/**
 * Loads the transfers and the sagas, which the first screen does not need: with the first command, with a stored download,
 * or by `start`. Commands dispatched before the sagas run are held in order.
 */
export function createLazyTransfers<Code>({ ports, load, attach }: LazyTransfersOptions<Code>) {
  let heldCommands: (() => void)[] | undefined = [];
  let attached: AttachedTransfers | undefined;
  let isStarted = false;
  let isStopped = false;
  let hasNotified = false;

  // A function, so that TypeScript expects the value to change during an await.
  const hasStopped = (): boolean => isStopped;

  const onLoadFailed = (error: unknown): void => {
    ports.log(`The transfers could not be loaded: ${String(error)}`);
    if (hasNotified || heldCommands?.length === 0) return;
    hasNotified = true;
    ports.toast(LOAD_FAILED, 'error');
  };

  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    void importWithRetry(load, onLoadFailed).then(run);
  };

  /** Attaches loaded code and runs its sagas. Resolves when the held commands are dispatched. */
  const run = async (code: Code): Promise<void> => {
    if (hasStopped() || attached !== undefined) return;
    attached = attach(code);
    await attached.start();
    if (hasStopped()) return;
    const commands = heldCommands ?? [];
    heldCommands = undefined;
    for (const dispatchCommand of commands) dispatchCommand();
  };

  const isHeld = (action: unknown): boolean => {
    if (heldCommands === undefined || !isAction(action)) return false;
    // The session, the recorder and the reducers do not wait for the sagas of the transfers.
    if (/^(session|recorder)\/\w+Requested$|^places\//.test(action.type)) return attached === undefined;
    return isTransferAction(action) && action.type.endsWith('Requested');
  };

  /** Must be outermost: a held command has not been dispatched yet. */
  const holdCommands: Middleware = () => (next) => (action) => {
    if (!isHeld(action)) return next(action);
    heldCommands?.push(() => next(action));
    start();
    return action;
  };

  /** Passes actions to the sagas after the reducers, as redux-saga's own middleware does. */
  const passToSagas: Middleware = () => (next) => (action) => {
    const result = next(action);
    attached?.passToSagas(action as Action);
    return result;
  };

  const storedList = ports.localStorage.get(DOWNLOAD_LIST_KEY);
  if (storedList !== null && !storedList.includes(EMPTY_LIST)) start();

  return {
    holdCommands,
    passToSagas,
    start,
    run,
    isFrequent: (action: unknown): boolean => attached?.isFrequent(action) === true,
    stop: () => {
      isStopped = true;
      attached?.stop();
    },
  };
}
