import { CANCEL, type EffectMiddleware } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { CallEffectDescriptor } from 'redux-saga/effects';
import type { NameQuestion } from './questions';
import type { TransferLog } from './transferLog';

/**
 * Writes down what sagas wait for, and at which moment they went on with the answer. That moment counts: between the
 * end of a call and the saga's next step other sagas may take theirs.
 */
export function createRecordEffects(
  log: Pick<TransferLog, 'asked' | 'answered' | 'threw'>,
  nameQuestion: NameQuestion,
): EffectMiddleware {
  const watch = (called: CallEffectDescriptor<unknown>): unknown => {
    const result: unknown = called.fn.apply(called.context, called.args);
    return isPromise(result) ? withLog(result, log.asked(nameQuestion(called))) : result;
  };

  /** Redux-saga takes anything with a `then`, and calls `CANCEL` when nobody waits any more. */
  const withLog = (promise: PromiseLike<unknown>, call: number): PromiseLike<unknown> => {
    let isWanted = true;
    const then: PromiseLike<unknown>['then'] = (resolve, reject) =>
      promise.then(
        (answer) => {
          if (isWanted) log.answered(call, answer);
          return resolve?.(answer) as never;
        },
        (error: unknown) => {
          if (isWanted) log.threw(call, error);
          return reject?.(error) as never;
        },
      );
    const cancel = (): void => {
      isWanted = false;
      cancelPromise(promise);
    };
    return Object.assign({ then }, { [CANCEL]: cancel });
  };

  return (next) => (effect: unknown) => {
    const called = asCall(effect);
    next(called === undefined ? effect : effects.call(watch, called));
  };
}

/** Ends a wait of redux-saga's own, a timer. Other promises can't be cancelled. */
function cancelPromise(promise: object): void {
  const cancel: unknown = Reflect.get(promise, CANCEL);
  if (typeof cancel === 'function') Reflect.apply(cancel, promise, []);
}

/** What a `call` effect calls; undefined for any other effect. */
export function asCall(effect: unknown): CallEffectDescriptor<unknown> | undefined {
  return isCallEffect(effect) ? effect.payload : undefined;
}

function isCallEffect(effect: unknown): effect is { readonly payload: CallEffectDescriptor<unknown> } {
  const isEffect = typeof effect === 'object' && effect !== null && '@@redux-saga/IO' in effect;
  return isEffect && 'type' in effect && effect.type === 'CALL';
}

/** True for what redux-saga waits for. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
