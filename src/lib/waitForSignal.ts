import { eventChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { SagaOf } from './typedEffects';

/** Waits until a subscription calls its listener for the first time, and ends the subscription. */
export function* waitForSignal(subscribe: (listener: () => void) => () => void): SagaOf<void> {
  const signals = eventChannel<true>((emit) => subscribe(() => emit(true)));
  try {
    yield effects.take(signals);
  } finally {
    signals.close();
  }
}
