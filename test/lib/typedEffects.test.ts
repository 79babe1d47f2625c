import { createAction } from '@reduxjs/toolkit';
import * as effects from 'redux-saga/effects';
import {
  all,
  arm,
  call,
  delay,
  fork,
  getContext,
  put,
  race,
  select,
  take,
  takeAny,
} from '@data-manager/lib/typedEffects';

const opened = createAction<string>('door/opened');
const closed = createAction('door/closed');
const knock = (times: number): number => times;
function* wait() {
  yield effects.delay(1);
}

describe('typed effects', () => {
  it.each([
    ['call', call(knock, 3), effects.call(knock, 3)],
    ['put', put(closed()), effects.put(closed())],
    ['take', take(opened), effects.take('door/opened')],
    ['take of any', takeAny(opened, closed), effects.take(['door/opened', 'door/closed'])],
    ['delay', delay(10_000), effects.delay(10_000)],
    ['select', select(knock), effects.select(knock)],
    ['context', getContext('ports'), effects.getContext('ports')],
    ['fork', fork(wait), effects.fork(wait)],
    [
      'race',
      race({ done: arm.call(knock, 1), closed: arm.take(closed), late: arm.delay(5) }),
      effects.race({ done: effects.call(knock, 1), closed: effects.take('door/closed'), late: effects.delay(5) }),
    ],
    ['all', all([arm.call(knock, 1)]), effects.all([effects.call(knock, 1)])],
  ])('%s yields exactly the plain effect', (_name, saga, plain) => {
    expect(saga.next().value).toEqual(plain);
  });

  it('returns the result of the effect', () => {
    const saga = call(knock, 3);
    saga.next();
    expect(saga.next(3)).toEqual({ done: true, value: 3 });
  });
});
