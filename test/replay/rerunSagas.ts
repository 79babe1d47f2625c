import { setImmediate } from 'node:timers/promises';
import { configureStore, isAction, Tuple, type Action, type Middleware } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { Recording } from '../../src/app/devtools/replay/parseRecording';
import type { TimedEntry } from '../../src/app/recorder/logEntry';
import { isRecorded } from '../../src/app/recorder/recorder';
import { rootSaga } from '../../src/app/rootSaga';
import { transferReducer } from '../../src/transfers/transferReducers';
import { createPlayback, isOfSagas, type Divergence } from './playback';
import { replayEffects } from './replayEffects';
import { createStubContext } from './stubContext';

type Rerun = Pick<Recording, 'before' | 'log'>;

/**
 * Runs the sagas with the recorded results, in the recorded order and without waiting. Everything they do must
 * be the next entry of the log. Returns the first difference.
 */
export async function rerunSagas({ before, log }: Rerun): Promise<Divergence | undefined> {
  const playback = createPlayback(log, applyDuringTurn);
  const context = createStubContext((path) => playback.expectEffect({ label: `${path} without an effect` }));
  const effects = replayEffects(playback, context.findPath);
  /** Actions that come from the log. */
  const applied = new WeakSet<object>();

  const compareActions: Middleware = () => (next) => (action) => {
    if (isAction(action) && !applied.has(action)) {
      if (isRecorded(action)) playback.expectAction(action);
      else if (playback.next()?.kind === 'other') playback.advance();
    }
    return next(action);
  };
  const sagas = createSagaMiddleware({
    effectMiddlewares: [effects.effectMiddleware],
    // A difference ends the sagas with an error, and is in the result.
    onError: () => undefined,
    context: {
      ports: context.ports,
      config: { apiUrl: 'https://replay.invalid' },
      session: context.stub('session'),
      refreshSession: context.stub('refreshSession'),
      refreshAhead: context.stub('refreshAhead'),
      downloadList: context.stub('downloadList'),
      requestedFiles: context.stub('requestedFiles'),
      comparisonWork: context.stub('comparisonWork'),
      hasFeature: context.stub('hasFeature'),
      getState: () => store.getState(),
    },
  });
  const store = configureStore({
    reducer: transferReducer,
    preloadedState: before,
    devTools: false,
    middleware: () => new Tuple(sagas, compareActions),
  });

  function dispatch(action: Action): true {
    const copy = { ...action };
    applied.add(copy);
    store.dispatch(copy);
    return true;
  }
  function applyDuringTurn(entry: TimedEntry): boolean {
    switch (entry.kind) {
      case 'other':
        return dispatch({ type: 'api/other' });
      case 'action':
        return dispatch(entry.action);
      case 'resolved':
        return effects.resolveEvent(entry.id, entry.result);
      default:
        return false;
    }
  }
  async function apply(entry: TimedEntry): Promise<boolean> {
    switch (entry.kind) {
      case 'started':
        sagas.run(rootSaga);
        return true;
      case 'resolved':
        return effects.resolve(entry.id, entry.result);
      case 'rejected':
        return effects.reject(entry.id, entry.message);
      default:
        return applyDuringTurn(entry);
    }
  }

  for (let entry = playback.next(); entry !== undefined; entry = playback.next()) {
    // The sagas should have caused this entry already.
    if (isOfSagas(entry)) {
      playback.diverge(entry);
      break;
    }
    playback.advance();
    if (!(await apply(entry))) playback.diverge(entry);
  }
  // Anything that the sagas still do is a difference, too.
  await setImmediate();
  return playback.divergence();
}
