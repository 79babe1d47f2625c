import * as effects from 'redux-saga/effects';
import { select, type SagaOf } from './typedEffects';

/**
 * Waits until a selector finds something (anything but undefined and false) and gives it back: at once if it is there
 * already, else after the action that brings it. It waits on what is so, not on an event, so none can be missed.
 */
export function* waitFor<Result>(selector: (state: never) => Result | undefined | false): SagaOf<Result> {
  for (;;) {
    const found = yield* select(selector);
    if (found !== undefined && found !== false) return found;
    yield effects.take('*');
  }
}
