import { setImmediate } from 'node:timers/promises';
import { configureStore, isAction, Tuple, type Middleware } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { DownloadListPersistor } from '../../src/transfers/downloads/driverTab';
import type { TimedEntry } from '../../src/transfers/recorder/logEntry';
import { isTransferAction, transferReducer } from '../../src/transfers/transferReducers';
import { transfersSaga } from '../../src/transfers/transfersSaga';
import { createAnswers } from './answers';
import type { Recording } from './parseRecording';
import { createPlayback, isOfSagas, type Divergence } from './playback';
import { createReplayPorts } from './replayPorts';
import { revive } from './revive';

/** Redux-saga's mark on what a saga dispatches. */
const SAGA_ACTION = '@@redux-saga/SAGA_ACTION';

/**
 * Runs the transfers' sagas over the recorded answers, in the recorded order, without waiting: each takes its steps when
 * it took them then. Whatever they do has to be the next thing in the log.
 */
export async function rerunSagas({ before, log }: Pick<Recording, 'before' | 'log'>): Promise<Divergence | undefined> {
  const playback = createPlayback(log, (entry) => bringIn(entry, true));
  const page = createReplayPorts(playback);
  const answers = createAnswers(playback, page.ports);
  /** Actions that the log itself brings in. */
  const given = new WeakSet<object>();

  const actionMiddleware: Middleware = () => (next) => (action) => {
    if (isAction(action) && !given.has(action)) {
      if (isTransferAction(action)) playback.meet({ kind: 'action', by: 'transfers', action });
      else if (playback.due()?.kind === 'other') playback.pass();
    }
    return next(action);
  };
  /** Storing the list tells the store something that the transfers know nothing of. */
  const tellStore = (): void => void store.dispatch({ type: '@@replay/list' });
  const downloadList: DownloadListPersistor = { persist: tellStore, flush: tellStore };
  const sagas = createSagaMiddleware({
    effectMiddlewares: [answers.effectMiddleware],
    context: {
      ports: page.ports,
      config: { apiUrl: 'https://replay.invalid' },
      refreshSession: () => new Promise(() => undefined),
      refreshAhead: () => new Promise(() => undefined),
      downloadList,
      getState: () => store.getState(),
    },
  });
  const store = configureStore({
    reducer: transferReducer,
    preloadedState: before,
    devTools: false,
    middleware: () => new Tuple(sagas, actionMiddleware),
  });

  const give = (action: { readonly type: string }, isOfSaga: boolean): void => {
    const mine = { ...action };
    if (isOfSaga) Object.defineProperty(mine, SAGA_ACTION, { value: true });
    given.add(mine);
    store.dispatch(mine);
  };
  const bringIn = (entry: TimedEntry, isInTurn: boolean): boolean => {
    switch (entry.kind) {
      case 'noted':
        return true;
      case 'progress':
        return page.progress(entry.put, entry.bytes);
      case 'other':
        give({ type: '@@replay/other' }, false);
        return true;
      case 'action':
        // In the middle of a turn, other sagas must see it before what follows, as they did then.
        give(entry.action, isInTurn && entry.by === 'session');
        return true;
      default:
        return false;
    }
  };
  const happen = async (entry: TimedEntry): Promise<boolean> => {
    switch (entry.kind) {
      case 'started':
        sagas.run(transfersSaga);
        return true;
      case 'heard':
        return page.call(entry.listener, revive(entry.message));
      case 'answered':
        return answers.answer(entry.call, entry.answer);
      case 'threw':
        return answers.fail(entry.call, entry.message);
      default:
        return bringIn(entry, false);
    }
  };

  for (let entry = playback.due(); entry !== undefined; entry = playback.due()) {
    const isTheirTurn = isOfSagas(entry);
    if (!isTheirTurn) playback.pass();
    if (isTheirTurn || !(await happen(entry))) playback.diverge(entry);
  }
  // What sagas still do by themselves comes out now.
  await setImmediate();
  return playback.divergence();
}
