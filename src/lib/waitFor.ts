import { buffers, eventChannel, type Buffer } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import { arm, getContext, race, select, takeFrom, type SagaOf } from './typedEffects';

/**
 * Waits until a selector returns anything but undefined and false, and returns that. It waits for a state rather than an
 * action, so it cannot miss one.
 *
 * If the middleware's context has `getState`, the selector runs on each action without resuming the saga: a dozen sagas
 * wait at any time, and resuming each of them for each step of a small file would take longer than sending its bytes.
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

/** Runs a saga until it ends, or until a selector returns true. Returns undefined in the latter case. */
export function* untilStopped<Args extends unknown[], Result>(
  isStopped: (state: never) => boolean,
  saga: (...args: Args) => SagaOf<Result>,
  ...args: Args
): SagaOf<Result | undefined> {
  const { ended } = yield* race({
    stopped: arm.call(waitFor<boolean>, isStopped),
    ended: arm.call(saga, ...args),
  });
  return ended;
}

/** Runs a saga with a signal that is aborted if the saga is cancelled. */
export function* withSignal<Result>(saga: (signal: AbortSignal) => SagaOf<Result>): SagaOf<Result> {
  return yield* withController(({ signal }) => saga(signal));
}

/** Runs a saga with a controller that aborts if the saga fails or is cancelled. */
export function* withController<Result>(saga: (controller: AbortController) => SagaOf<Result>): SagaOf<Result> {
  const controller = new AbortController();
  let hasEnded = false;
  try {
    const result = yield* saga(controller);
    hasEnded = true;
    return result;
  } finally {
    // Aborting creates an error with a stack trace, which takes time that matters for small files.
    if (!hasEnded) controller.abort();
  }
}

/** Subscribes, waits until the listener is called for the first time, also while it subscribes, and unsubscribes. */
export function* waitForSignal(subscribe: (listener: () => void) => () => void): SagaOf<void> {
  const signals = eventChannel<true>((emit) => subscribe(() => emit(true)), buffers.sliding(1));
  try {
    yield* takeFrom(signals);
  } finally {
    signals.close();
  }
}

/** Subscribes, and handles what the listener gets, one message after the other, until it is cancelled. */
export function* handleEach<Message extends object | true>(
  subscribe: (listener: (message: Message) => void) => () => void,
  handle: (message: Message) => SagaOf<unknown>,
  buffer: Buffer<Message> = buffers.expanding(),
): SagaOf<void> {
  const messages = eventChannel<Message>(subscribe, buffer);
  try {
    for (;;) yield* handle(yield* takeFrom(messages));
  } finally {
    messages.close();
  }
}
