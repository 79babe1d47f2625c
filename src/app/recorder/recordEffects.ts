import { CANCEL, END, type EffectMiddleware, type EventChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { CallEffect, CallEffectDescriptor, ChannelTakeEffect, FlushEffect, PutEffect } from 'redux-saga/effects';
import { EVENT, INTERNAL, labelCall, type FindPath } from './effectLabels';
import type { TransferLog } from './transferLog';

/** The effects that are replaced or recorded. */
type WatchedEffect = CallEffect | ChannelTakeEffect<object> | FlushEffect<object> | PutEffect;

/** Replacements for the effects that return results from outside the sagas. */
interface Replacements {
  /** Called in place of the function of a `call` effect. */
  readonly call: (called: CallEffectDescriptor<unknown>) => unknown;
  readonly channel: (channel: EventChannel<object>) => EventChannel<object>;
}

/** Replaces `call` effects, and the channels of `take` and `flush` effects on event channels. */
export function replaceEffects({ call, channel }: Replacements): EffectMiddleware {
  const replace = (effect: WatchedEffect): unknown => {
    switch (effect.type) {
      case 'CALL':
        return effects.call(call, effect.payload);
      case 'FLUSH':
        return isEventChannel(effect.payload) ? effects.flush(channel(effect.payload)) : effect;
      case 'TAKE': {
        const { channel: source, maybe } = effect.payload;
        if (!isEventChannel(source)) return effect;
        return maybe === true ? effects.takeMaybe(channel(source)) : effects.take(channel(source));
      }
      default:
        return effect;
    }
  };
  return (next) => (effect: unknown) => {
    next(isEffect(effect) ? replace(effect) : effect);
  };
}

/**
 * Records what comes from outside the sagas, and in which order the sagas received it.
 *
 * Problem: sagas must run again later in the same way, without server, disk or clock, and responses arrive in any order.
 * Idea: a promise gets a number when it is requested, and its result is logged under this number when the saga receives it.
 * Cost: only what sagas receive through effects can be replayed.
 */
export function recordEffects(
  log: Pick<TransferLog, 'called' | 'waiting' | 'resolved' | 'rejected'>,
  findPath: FindPath,
): EffectMiddleware {
  const call = (called: CallEffectDescriptor<unknown>): unknown => {
    const label = labelCall(called, findPath);
    const result: unknown = called.fn.apply(called.context, called.args);
    if (isPromise(result)) return recordPromise(result, log.waiting(label ?? INTERNAL));
    if (label !== undefined) log.called(label, result);
    return result;
  };

  /** Logs in `then`, which redux-saga calls: other sagas may run between the settlement of a promise and that moment. */
  const recordPromise = (promise: PromiseLike<unknown>, id: number): PromiseLike<unknown> => {
    let isCancelled = false;
    const then: PromiseLike<unknown>['then'] = (onFulfilled, onRejected) =>
      promise.then(
        (result) => {
          if (!isCancelled) log.resolved(id, result);
          return onFulfilled?.(result) as never;
        },
        (error: unknown) => {
          if (!isCancelled) log.rejected(id, error);
          return onRejected?.(error) as never;
        },
      );
    const cancel = (): void => {
      isCancelled = true;
      cancelPromise(promise);
    };
    return Object.assign({ then }, { [CANCEL]: cancel });
  };

  const channel = (source: EventChannel<object>): EventChannel<object> => ({
    ...source,
    take: (taker: Taker) => {
      let id: number | undefined;
      let isTaken = false as boolean;
      const logMessage = (message: unknown): void => {
        if (id === undefined) log.called(EVENT, message);
        else log.resolved(id, message);
      };
      const recordingTaker: Taker = (message) => {
        isTaken = true;
        // A saga closed the channel, which a replay repeats.
        if (message !== END) logMessage(message);
        taker(message);
      };
      source.take(recordingTaker);
      if (!isTaken) id = log.waiting(EVENT);
      if (recordingTaker.cancel !== undefined) taker.cancel = recordingTaker.cancel;
    },
    flush: (receive: (messages: object[] | END) => void) =>
      source.flush((messages) => {
        log.called(EVENT, messages);
        receive(messages);
      }),
  });

  return replaceEffects({ call, channel });
}

/** Redux-saga's callback for a `take`. The channel adds `cancel`. */
export interface Taker {
  (message: unknown): void;
  cancel?: () => void;
}

/** Ends a `delay`. Other promises can't be cancelled. */
function cancelPromise(promise: object): void {
  const cancel: unknown = Reflect.get(promise, CANCEL);
  if (typeof cancel === 'function') Reflect.apply(cancel, promise, []);
}

/** Returns true for an effect that an effect middleware receives. */
export function isEffect(value: unknown): value is WatchedEffect {
  return typeof value === 'object' && value !== null && 'type' in value && 'payload' in value && 'combinator' in value;
}

/** Event channels carry messages from outside. Channels with `put` carry messages between sagas. */
function isEventChannel(value: unknown): value is EventChannel<object> {
  return typeof value === 'object' && value !== null && 'flush' in value && !('put' in value);
}

/** Returns true for what redux-saga awaits. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
