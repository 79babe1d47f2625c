import { isAction, type Middleware, type StoreEnhancer } from '@reduxjs/toolkit';
import type { EffectMiddleware } from 'redux-saga';
import type { WithRecentActions } from '@data-manager/domain/failures/errorReport';
import type { Ports } from '../../platform/ports';
import { saveRecordingRequested } from '../../transfers/saveRecordingRequested';
import { transferReducers } from '../../transfers/transferReducers';
import { LOG_LIMITS } from './chunkedLog';
import { createFindPath } from './effectLabels';
import type { ActionSource } from './logEntry';
import { isEffect, recordEffects } from './recordEffects';
import { recordingFileName, recordingText } from './recordingFile';
import { createTransferLog } from './transferLog';

type RecorderPorts = Pick<Ports, 'clock' | 'random' | 'localStorage' | 'location' | 'saveText' | 'toast' | 'about'>;

/**
 * Records the latest actions and the results that the sagas received, outside the store. Attached to the store as an
 * extension.
 */
export function createRecorder(ports: RecorderPorts, limits = LOG_LIMITS) {
  const log = createTransferLog(ports, limits);
  const dispatchedBySagas = new WeakSet<object>();

  /** Returns the text of a recording file. */
  const createFile = (state: object): string =>
    recordingText(log.content(transferStateOf(state)), {
      savedAt: ports.clock.now(),
      path: pathname(ports),
      build: ports.about().version,
    });

  const save = (state: object): void => {
    ports.saveText(createFile(state), recordingFileName(ports.clock.now()), 'application/json');
    ports.toast(
      'Transfer recording saved. It contains names of people, folders and files, but no tokens, links or file contents.',
      'info',
    );
  };

  const sourceOf = (action: object): ActionSource => (dispatchedBySagas.has(action) ? 'sagas' : 'page');

  /** Innermost, so that it records actions as they reach the reducers. */
  const middleware: Middleware<object, object> = (store) => {
    log.begin(transferStateOf(store.getState()));
    return (next) => (action) => {
      if (isAction(action)) {
        if (isRecorded(action)) log.action(action, sourceOf(action));
        else log.other();
      }
      const result = next(action);
      if (saveRecordingRequested.match(action)) save(store.getState());
      return result;
    };
  };

  /** @param context has the functions that the sagas call */
  const effectMiddleware = (context: { readonly ports: Ports }): EffectMiddleware => {
    const recordEffect = recordEffects(log, createFindPath(context));
    let isStarted = false;
    return (next) => {
      const recordNext = recordEffect(next);
      return (effect) => {
        if (!isStarted) log.started();
        isStarted = true;
        if (isEffect(effect) && effect.type === 'PUT') dispatchedBySagas.add(effect.payload.action);
        recordNext(effect);
      };
    };
  };

  const enhancer: StoreEnhancer<WithRecentActions> = (next) => (reducer, preloadedState) => ({
    ...next(reducer, preloadedState),
    recentActions: log.recentActions,
  });

  return { middleware, enhancer, effectMiddleware, createFile };
}

/**
 * Returns false for the actions of RTK Query, redux-persist and the recorder itself. A recording only notes that there were
 * some: they change no state of the transfers.
 */
export function isRecorded({ type }: { readonly type: string }): boolean {
  return !/^(api|persist|__rtkq|recorder)\//.test(type);
}

/** Returns the path of the page. A query may contain secrets. */
function pathname({ location }: Pick<Ports, 'location'>): string {
  const path = location.path();
  return path.slice(0, path.search(/[?#]|$/));
}

/** Returns the slices of the transfers, without redux-persist's additions. */
function transferStateOf(state: object): object {
  const slices = Object.entries(state).filter(([name]) => name in transferReducers);
  return Object.fromEntries(
    slices.map(([name, slice]: [string, object]) => [name, { ...slice, _persist: undefined }] as const),
  );
}
