import * as effects from 'redux-saga/effects';
import { call, fork, getContext, type SagaOf } from '../lib/typedEffects';
import type { Ports } from '../platform/ports';
import { watchSession } from '../session/watchSession';
import { transfersSaga } from '../transfers/transfersSaga';
import { REHYDRATED } from './persistence';
import { watchOwner } from './watchOwner';

/** Starts every part of the app on its own: an error in one is logged and leaves the others running. */
export function* rootSaga(): SagaOf<void> {
  yield* fork(isolated, 'owner', watchOwner);
  yield* fork(isolated, 'session', watchSession);
  yield* fork(isolated, 'transfers', transfersAfterRehydrate);
}

/** Transfers settle what was restored first, so they start when it is there. */
function* transfersAfterRehydrate(): SagaOf<void> {
  yield effects.take(REHYDRATED);
  yield* call(transfersSaga);
}

function* isolated(name: string, saga: () => SagaOf<unknown>): SagaOf<void> {
  try {
    yield* call(saga);
  } catch (error) {
    const ports = yield* getContext<Ports>('ports');
    ports.log(`The ${name} saga stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
