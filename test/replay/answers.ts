import { setImmediate } from 'node:timers/promises';
import { CANCEL, type EffectMiddleware } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { CallEffectDescriptor } from 'redux-saga/effects';
import type { Ports } from '../../src/platform/ports';
import { INSIDE } from '../../src/transfers/recorder/logEntry';
import { createQuestionNames, isDelay } from '../../src/transfers/recorder/questions';
import { asCall, isPromise } from '../../src/transfers/recorder/recordEffects';
import type { Playback } from './playback';
import { revive } from './revive';

interface Waiter {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  /** What another saga answers; undefined where the answer comes from outside. */
  readonly inside: PromiseLike<unknown> | undefined;
}

/** Gives sagas what they wait for when its turn has come in the log. */
export interface Answers {
  readonly effectMiddleware: EffectMiddleware;
  /** Lets a saga go on; false if none waits for that. */
  readonly answer: (call: number, kept: unknown) => Promise<boolean>;
  readonly fail: (call: number, message: string) => boolean;
}

const NOT_THERE = Symbol('not there');

/** Holds what sagas ask against the log, and answers nothing by itself. */
export function createAnswers(playback: Playback, ports: Ports): Answers {
  const nameQuestion = createQuestionNames(ports);
  const waiters = new Map<number, Waiter>();
  let calls = 0;

  const answerLater = (called: CallEffectDescriptor<unknown>): unknown => {
    // A timer would run in real time.
    const result: unknown = isDelay(called)
      ? new Promise(() => undefined)
      : called.fn.apply(called.context, called.args);
    if (!isPromise(result)) return result;
    const call = (calls += 1);
    const question = nameQuestion(called);
    playback.meet({ kind: 'asked', call, ...question });
    const inside = question.what === INSIDE ? result : undefined;
    return {
      then: (resolve: Waiter['resolve'], reject: Waiter['reject']) => waiters.set(call, { resolve, reject, inside }),
      [CANCEL]: () => waiters.delete(call),
    };
  };
  const take = (call: number): Waiter | undefined => {
    const waiter = waiters.get(call);
    waiters.delete(call);
    return waiter;
  };

  return {
    effectMiddleware: (next) => (effect: unknown) => {
      const called = asCall(effect);
      next(called === undefined ? effect : effects.call(answerLater, called));
    },
    answer: async (call, kept) => {
      const waiter = take(call);
      if (waiter === undefined) return false;
      // Sagas that wait for one another take no time: what is not there now never comes.
      const answer = waiter.inside === undefined ? revive(kept) : await orNothing(waiter.inside);
      if (answer === NOT_THERE) return false;
      waiter.resolve(answer);
      return true;
    },
    fail: (call, message) => {
      const waiter = take(call);
      waiter?.reject(new Error(message));
      return waiter !== undefined;
    },
  };
}

function orNothing(answer: PromiseLike<unknown>): Promise<unknown> {
  return Promise.race([answer, setImmediate(NOT_THERE)]);
}
