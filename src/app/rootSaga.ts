import * as effects from 'redux-saga/effects';
import { call, fork, getContext, type SagaOf } from '../lib/typedEffects';
import { supervise } from '../platform/supervise';
import { watchSession } from '../session/watchSession';
import type { TransferRecorder } from '../transfers/recorder/createRecorder';
import { watchRecordingWishes } from '../transfers/recorder/watchRecordingWishes';
import type { LateTransfers, TransfersSaga } from './lateTransfers';
import { REHYDRATED } from './persistence';
import { rememberPanel } from './rememberPanel';
import { watchOwner } from './watchOwner';

/** Starts every part of the app on its own: an error in one is logged and leaves the others running. */
export function* rootSaga(): SagaOf<void> {
  yield* fork(supervise, watchOwner);
  yield* fork(supervise, watchSession);
  yield* fork(supervise, watchRecordingWishes);
  yield* fork(supervise, rememberPanel);
  yield* fork(supervise, transfersAfterRehydrate);
}

/**
 * Transfers settle what was restored first, so they start when it is there. What they are told is recorded, from their
 * start on: so their code comes by a callback, which the recorder does not see.
 */
function* transfersAfterRehydrate(): SagaOf<void> {
  const { recordedPorts, noteStart } = yield* getContext<TransferRecorder>('recorder');
  const { onLoaded, letGo } = yield* getContext<LateTransfers>('lateTransfers');
  yield effects.setContext({ ports: recordedPorts });
  yield effects.take(REHYDRATED);
  const transfersSaga = (yield effects.cps(onLoaded)) as TransfersSaga;
  yield* call(noteStart);
  yield* fork(transfersSaga);
  yield* call(letGo);
}
