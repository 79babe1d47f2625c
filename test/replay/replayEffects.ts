import { setImmediate } from 'node:timers/promises';
import { CANCEL, type EventChannel } from 'redux-saga';
import type { CallEffectDescriptor } from 'redux-saga/effects';
import { isRecord } from '@data-manager/lib/isRecord';
import { EVENT, INTERNAL, labelCall, type FindPath } from '../../src/app/recorder/effectLabels';
import { isPromise, replaceEffects, type Taker } from '../../src/app/recorder/recordEffects';
import type { Playback } from './playback';
import { revive } from './revive';

/** A saga that waits for a result. */
interface Waiter {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  /** The promise itself if another saga settles it. */
  readonly internal?: PromiseLike<unknown>;
}

const PENDING = Symbol('pending');

export function replayEffects(playback: Playback, findPath: FindPath) {
  const waiters = new Map<number, Waiter>();
  const events = new Map<number, (message: unknown) => void>();

  const waitFor = (id: number, internal?: PromiseLike<unknown>) => ({
    then: (resolve: Waiter['resolve'], reject: Waiter['reject']) =>
      waiters.set(id, { resolve, reject, ...(internal && { internal }) }),
    [CANCEL]: () => waiters.delete(id),
  });
  const call = (called: CallEffectDescriptor<unknown>): unknown => {
    const label = labelCall(called, findPath);
    if (label !== undefined) {
      const entry = playback.expectEffect(label);
      return entry.kind === 'called' ? revive(entry.result) : waitFor(entry.id);
    }
    const result: unknown = Reflect.apply(called.fn, called.context, called.args);
    if (!isPromise(result)) return result;
    const entry = playback.expectEffect(INTERNAL);
    return entry.kind === 'called' ? revive(entry.result) : waitFor(entry.id, result);
  };
  const channel = (source: EventChannel<object>): EventChannel<object> => ({
    ...source,
    take: (taker: Taker) => {
      let isClosed = false as boolean;
      let id = undefined as number | undefined;
      // The channel itself can only deliver its end.
      const onClosed: Taker = (end) => {
        isClosed = true;
        if (id !== undefined) events.delete(id);
        taker(end);
      };
      source.take(onClosed);
      if (isClosed) return;
      const entry = playback.expectEffect(EVENT);
      const receive = (message: unknown): void => {
        onClosed.cancel?.();
        taker(revive(message));
      };
      if (entry.kind === 'called') {
        receive(entry.result);
        return;
      }
      id = entry.id;
      events.set(id, receive);
      taker.cancel = () => {
        events.delete(entry.id);
        onClosed.cancel?.();
      };
    },
    flush: (receive: (messages: object[]) => void) => {
      const entry = playback.expectEffect(EVENT);
      if (entry.kind === 'called') receive(revive(entry.result) as object[]);
    },
  });
  const takeWaiter = (id: number): Waiter | undefined => {
    const waiter = waiters.get(id);
    waiters.delete(id);
    return waiter;
  };
  const resolveEvent = (id: number, message: unknown): boolean => {
    const receive = events.get(id);
    events.delete(id);
    receive?.(message);
    return receive !== undefined;
  };

  return {
    effectMiddleware: replaceEffects({ call, channel }),
    /** Resolves immediately, in the middle of another saga's turn. Only messages of event channels can arrive then. */
    resolveEvent,
    /** Both return false if no saga waits for this result. */
    resolve: async (id: number, recorded: unknown) => {
      if (events.has(id)) return resolveEvent(id, recorded);
      const waiter = takeWaiter(id);
      if (waiter === undefined) return false;
      const result = waiter.internal === undefined ? revive(recorded) : await settled(waiter.internal, recorded);
      if (result === PENDING) return false;
      waiter.resolve(result);
      return true;
    },
    reject: (id: number, message: string) => {
      const waiter = takeWaiter(id);
      waiter?.reject(new Error(message));
      return waiter !== undefined;
    },
  };
}

/**
 * Sagas that wait for each other take no time: a promise that is still pending now stays pending. Only code that is loaded
 * late takes time.
 */
async function settled(promise: PromiseLike<unknown>, recorded: unknown): Promise<unknown> {
  return isCode(recorded) ? promise : Promise.race([promise, setImmediate(PENDING)]);
}

/** Returns true for the recorded form of a function or a module: functions have no JSON form. */
function isCode(recorded: unknown): boolean {
  return isFunction(recorded) || (isRecord(recorded) && Object.values(recorded).some(isFunction));
}

function isFunction(recorded: unknown): boolean {
  return isRecord(recorded) && recorded.$ === 'function';
}
