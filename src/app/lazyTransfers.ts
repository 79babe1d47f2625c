import { isAction, type Middleware } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { DOWNLOAD_LIST_KEY } from '../domain/constants';
import type { SagaOf } from '../lib/typedEffects';
import { importWithRetry } from '../platform/importWithRetry';
import type { Ports } from '../platform/ports';
import { isTransferAction } from '../transfers/transferReducers';

export type TransfersSaga = () => SagaOf<void>;

interface LazyTransfersOptions {
  readonly ports: Pick<Ports, 'localStorage' | 'toast' | 'log'>;
  /** Loads the code. A failed load is repeated until it succeeds. */
  readonly load: () => Promise<TransfersSaga>;
  readonly run: (saga: TransfersSaga) => Task;
}

/** Appears in the stored list when it has no downloads, as redux-persist writes it. */
const EMPTY_LIST = '"items":"[]"';

const LOAD_FAILED =
  'The code for uploads and downloads could not be loaded. The app keeps trying, and then starts what you asked for.';

/**
 * Runs the transfers' sagas, whose code the first screen does not need. They load with the first command, with a stored
 * download, or by `start`, and run once the store is rehydrated. Commands dispatched before that are held in order.
 */
export function createLazyTransfers({ ports, load, run }: LazyTransfersOptions) {
  let heldCommands: (() => void)[] | undefined = [];
  let isStarted = false;
  let isStopped = false;
  let hasToldFailure = false;
  let task: Task | undefined;
  let onRehydrated = (): void => undefined;
  const rehydrated = new Promise<void>((resolve) => (onRehydrated = resolve));

  const onLoadFailed = (error: unknown): void => {
    ports.log(`The transfers could not be loaded: ${String(error)}`);
    if (hasToldFailure || heldCommands?.length === 0) return;
    hasToldFailure = true;
    ports.toast(LOAD_FAILED, 'error');
  };

  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    void loadAndRun();
  };

  const loadAndRun = async (): Promise<void> => {
    const saga = await importWithRetry(load, onLoadFailed);
    await rehydrated;
    if (isStopped) return;
    task = run(saga);
    const commands = heldCommands ?? [];
    heldCommands = undefined;
    for (const dispatchCommand of commands) dispatchCommand();
  };

  const storedList = ports.localStorage.get(DOWNLOAD_LIST_KEY);
  if (storedList !== null && !storedList.includes(EMPTY_LIST)) start();

  /** Holds commands until the sagas run. Must be outermost: a held command has not been dispatched yet. */
  const holdCommands: Middleware = () => (next) => (action) => {
    if (heldCommands === undefined || !isTransferCommand(action)) return next(action);
    heldCommands.push(() => next(action));
    start();
    return action;
  };

  return {
    holdCommands,
    start,
    onRehydrated,
    stop: () => {
      isStopped = true;
      task?.cancel();
    },
  };
}

/** Commands of the session are handled from the start. */
function isTransferCommand(action: unknown): boolean {
  if (!isAction(action) || !isTransferAction(action)) return false;
  return action.type.endsWith('Requested') && !action.type.startsWith('session/');
}
