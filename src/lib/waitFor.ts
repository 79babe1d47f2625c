import * as effects from 'redux-saga/effects';
import { getContext, select, type SagaOf } from './typedEffects';

/**
 * Waits until a selector finds something (anything but undefined and false) and gives it back: at once if it is there
 * already, else after the action that brings it. It waits on what is so, not on an event, so none can be missed.
 *
 * Where the middleware's context has `getState`, the selector is asked at each action without waking the saga: a dozen
 * sagas wait at any time, and to wake each of them for each step of a small file takes longer than its bytes.
 */
export function* waitFor<Result>(selector: (state: never) => Result | undefined | false): SagaOf<Result> {
  const getState = yield* getContext<(() => never) | undefined>('getState');
  const pattern = getState === undefined ? '*' : () => isFound(selector(getState()));
  for (;;) {
    const found = yield* select(selector);
    if (isFound(found)) return found;
    yield effects.take(pattern);
  }
}

function isFound<Result>(found: Result | undefined | false): found is Result {
  return found !== undefined && found !== false;
}
