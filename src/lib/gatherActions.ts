import type { Action } from '@reduxjs/toolkit';
import { buffers, type Channel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { SagaOf } from './typedEffects';

interface Matchable<Taken extends Action> {
  readonly type: string;
  readonly match: (action: unknown) => action is Taken;
}

/** From now on keeps every action of one creator until it is taken, so that none is missed while one works. */
export function* gather<Taken extends Action>(creator: Matchable<Taken>): SagaOf<Channel<Taken>> {
  return (yield effects.actionChannel(creator.type, buffers.expanding())) as Channel<Taken>;
}

/** Waits for at least one action, and takes all that have gathered. */
export function* takeGathered<Taken extends Action>(gathered: Channel<Taken>): SagaOf<readonly Taken[]> {
  const first = (yield effects.take(gathered)) as Taken;
  const rest = (yield effects.flush(gathered)) as readonly Taken[];
  return [first, ...rest];
}
