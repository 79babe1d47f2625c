import { SAGA_ACTION } from '@redux-saga/symbols';
import { isAction, type Middleware } from '@reduxjs/toolkit';
import type { EffectMiddleware } from 'redux-saga';
import type { Ports } from '../../platform/ports';
import { saveRecordingRequested } from '../saveRecordingRequested';
import { transferReducers } from '../transferReducers';
import { isTransferAction } from '../transferState';
import { createFindPath } from './effectLabels';
import { isEffect, recordEffects } from './recordEffects';
import { recordingFileName, recordingText } from './recordingFile';
import { createTransferLog, type ActionSource } from './transferLog';

/**
 * Records the latest actions of the transfers and the results that their sagas received, outside the store. Attached to
 * the store as an extension.
 */
export function createRecorder(ports: Pick<Ports, 'clock' | 'random' | 'localStorage' | 'saveText' | 'toast'>) {
  const log = createTransferLog(ports);
  const dispatchedBySagas = new WeakSet<object>();

  /** Returns the text of a recording file. */
  const createFile = (state: object): string => recordingText(log.content(transferStateOf(state)), ports.clock.now());

  const save = (state: object): void => {
    ports.saveText(createFile(state), recordingFileName(ports.clock.now()), 'application/json');
    ports.toast(
      'Transfer recording saved. It contains names of people, folders and files, but no tokens, links or file contents.',
      'info',
    );
  };

  const sourceOf = (action: object): ActionSource => {
    if (dispatchedBySagas.has(action)) return 'transfers';
    // redux-saga sets it on the actions that a saga dispatches.
    return SAGA_ACTION in action ? 'session' : 'page';
  };

  /** Innermost, so that it records actions as they reach the reducers. */
  const middleware: Middleware<object, object> = (store) => {
    log.begin(transferStateOf(store.getState()));
    return (next) => (action) => {
      if (isAction(action)) {
        if (isTransferAction(action)) log.action(action, sourceOf(action));
        else log.other();
      }
      const result = next(action);
      if (saveRecordingRequested.match(action)) save(store.getState());
      return result;
    };
  };

  /** For the transfers' sagas alone. The context has the functions that they call. */
  const transferEffects = (context: { readonly ports: Ports }): EffectMiddleware => {
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

  return { middleware, transferEffects, recentActions: log.recentActions, createFile };
}

/** Returns the slices of the transfers, without redux-persist's additions. */
function transferStateOf(state: object): object {
  const slices = Object.entries(state).filter(([name]) => name in transferReducers);
  return Object.fromEntries(
    slices.map(([name, slice]: [string, object]) => [name, { ...slice, _persist: undefined }] as const),
  );
}
