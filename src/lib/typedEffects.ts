import type { Action } from '@reduxjs/toolkit';
import {
  buffers,
  type Channel,
  type FlushableChannel,
  type PuttableChannel,
  type TakeableChannel,
  type Task,
} from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { Effect } from 'redux-saga/effects';

/**
 * A saga that returns `Result`. The functions below wrap redux-saga's effects for `yield*`, so that TypeScript infers
 * their results. Each one yields the plain effect: redux-saga-test-plan and effect middleware see no difference.
 */
export type SagaOf<Result> = Generator<Effect, Result, unknown>;

type Resolved<Result> = Result extends Generator<unknown, infer Inner, unknown> ? Inner : Awaited<Result>;

/** Calls a function or runs a saga, and waits for its result. */
export function* call<Args extends unknown[], Result>(
  fn: (...args: Args) => Result,
  ...args: Args
): SagaOf<Resolved<Result>> {
  return (yield effects.call(fn, ...args)) as Resolved<Result>;
}

/** Starts an attached task: its errors and the cancellation of this saga end both. */
export function* fork<Args extends unknown[], Result>(
  fn: (...args: Args) => SagaOf<Result>,
  ...args: Args
): SagaOf<Task<Result>> {
  return (yield effects.fork(fn, ...args)) as Task<Result>;
}

/** Starts a detached task, which outlives this saga. Its errors do not propagate to this saga. */
export function* spawn<Args extends unknown[], Result>(
  fn: (...args: Args) => SagaOf<Result>,
  ...args: Args
): SagaOf<Task<Result>> {
  return (yield effects.spawn(fn, ...args)) as Task<Result>;
}

/** Waits for a task's result. Cancelling this saga does not cancel the task. */
export function* join<Result>(task: Task<Result>): SagaOf<Result> {
  return (yield effects.join(task)) as Result;
}

/** Selects from the current state. */
export function* select<Args extends unknown[], Result>(
  selector: (state: never, ...args: Args) => Result,
  ...args: Args
): SagaOf<Result> {
  return (yield effects.select(selector as (state: unknown, ...rest: Args) => Result, ...args)) as Result;
}

/** Dispatches an action or thunk. Returns what `dispatch` returns, without waiting for a thunk's promise. */
export function* put<Result>(action: Action | ((...args: never[]) => Result)): SagaOf<Result> {
  return (yield effects.put(action as Action)) as Result;
}

/** An action creator. */
export interface Matchable<Taken extends Action> {
  readonly type: string;
  readonly match: (action: unknown) => action is Taken;
}

/** The actions that a creator makes. */
export type ActionOf<Creator> = Creator extends Matchable<infer Taken> ? Taken : never;

/** Waits for the next action of a creator. */
export function* take<Taken extends Action>(creator: Matchable<Taken>): SagaOf<Taken> {
  return (yield effects.take(creator.type)) as Taken;
}

/** Waits for the next action of any of the creators. */
export function* takeAny<Creators extends readonly Matchable<Action>[]>(
  ...creators: Creators
): SagaOf<ActionOf<Creators[number]>> {
  return (yield effects.take(creators.map((creator) => creator.type))) as ActionOf<Creators[number]>;
}

/** Buffers the actions of the creators from now on, so that none is missed while the saga is busy. */
export function* actionChannel<Creators extends readonly Matchable<Action>[]>(
  ...creators: Creators
): SagaOf<Channel<ActionOf<Creators[number]>>> {
  const types = creators.map((creator) => creator.type);
  return (yield effects.actionChannel(types, buffers.expanding())) as Channel<ActionOf<Creators[number]>>;
}

/** Waits for the next message of a channel. */
export function* takeFrom<Message extends object | true>(channel: TakeableChannel<Message>): SagaOf<Message> {
  return (yield effects.take(channel)) as Message;
}

/** Puts a message into a channel. */
export function* putTo<Message extends object>(channel: PuttableChannel<Message>, message: Message): SagaOf<void> {
  yield effects.put(channel, message);
}

/** Takes all buffered messages of a channel without waiting. */
export function* takeWaiting<Message extends object>(channel: FlushableChannel<Message>): SagaOf<readonly Message[]> {
  return (yield effects.flush(channel)) as readonly Message[];
}

/** Waits for a number of milliseconds. */
export function* delay(milliseconds: number): SagaOf<void> {
  yield effects.delay(milliseconds);
}

declare const result: unique symbol;
/** A plain effect with the type of its result. */
export type Arm<Result> = Effect & { readonly [result]?: Result };

/** Effects for `race` and `all`. They are plain effects, so that a test's providers apply to them. */
export const arm = {
  call: <Args extends unknown[], Result>(fn: (...args: Args) => Result, ...args: Args): Arm<Resolved<Result>> =>
    effects.call(fn, ...args) as Arm<Resolved<Result>>,
  take: <Taken extends Action>(creator: Matchable<Taken>): Arm<Taken> => effects.take(creator.type) as Arm<Taken>,
  delay: (milliseconds: number): Arm<true> => effects.delay(milliseconds) as Arm<true>,
};

/** Runs effects until the first one completes, and cancels the others. Only the result of the first one is set. */
export function* race<Arms extends Record<string, Arm<unknown>>>(
  arms: Arms,
): SagaOf<{ readonly [Name in keyof Arms]?: Arms[Name] extends Arm<infer Result> ? Result : never }> {
  return (yield effects.race(arms)) as { [Name in keyof Arms]?: Arms[Name] extends Arm<infer Result> ? Result : never };
}

/** Runs effects concurrently and waits for all of them. */
export function* all<const Arms extends readonly Arm<unknown>[]>(
  arms: Arms,
): SagaOf<{ readonly [Index in keyof Arms]: Arms[Index] extends Arm<infer Result> ? Result : never }> {
  return (yield effects.all([...arms])) as {
    [Index in keyof Arms]: Arms[Index] extends Arm<infer Result> ? Result : never;
  };
}

/** Reads a property of the saga middleware's context. */
export function* getContext<Value>(name: string): SagaOf<Value> {
  return (yield effects.getContext(name)) as Value;
}
