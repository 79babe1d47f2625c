import { configureStore, createAction, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware, { type SagaMiddleware } from 'redux-saga';
import { call } from '@data-manager/lib/typedEffects';
import { waitFor, withSignal } from '@data-manager/lib/waitFor';
import { expectSaga } from '../support/expectSaga';

const counted = createAction<number>('counted');
const reducer = (state = 0, action: unknown): number => (counted.match(action) ? action.payload : state);
const moreThanOne = (state: number): number | false => state > 1 && state;

function* waitForMore() {
  return yield* waitFor(moreThanOne);
}

it('waitFor returns immediately if the selector already returns a value', async () => {
  const result = await expectSaga(waitForMore).withReducer(reducer, 5).run();
  expect(result.returnValue).toBe(5);
});

it.each([0, '', null])('waitFor accepts %p as a value', async (found) => {
  const result = await expectSaga(function* () {
    return yield* waitFor(() => found);
  }).run();
  expect(result.returnValue).toBe(found);
});

it('waitFor keeps waiting through other actions', async () => {
  const result = await expectSaga(waitForMore)
    .withReducer(reducer, 0)
    .dispatch(counted(1))
    .dispatch(counted(2))
    .dispatch(counted(3))
    .run();
  expect(result.returnValue).toBe(2);
});

it('waitFor does not resume for other actions if the context has getState', () => {
  let woken = 0;
  const sagas: SagaMiddleware = createSagaMiddleware({
    context: { getState: () => store.getState() },
    effectMiddlewares: [
      (next) => (effect) => {
        woken += 1;
        next(effect);
      },
    ],
  });
  const store = configureStore({ reducer, middleware: () => new Tuple(sagas) });
  const task = sagas.run(waitForMore);
  woken = 0;
  store.dispatch(counted(1));
  store.dispatch(counted(0));
  expect(woken).toBe(0);
  store.dispatch(counted(2));
  expect(task.result()).toBe(2);
});

it('withSignal returns what the saga returns', async () => {
  const result = await expectSaga(function* () {
    return yield* withSignal(function* () {
      return yield* call(() => Promise.resolve('hashed'));
    });
  }).run();
  expect(result.returnValue).toBe('hashed');
});

it('withSignal aborts the signal when the saga is cancelled, and not before', async () => {
  const signals: AbortSignal[] = [];
  const sagas = createSagaMiddleware();
  configureStore({ reducer, middleware: () => new Tuple(sagas) });
  const task = sagas.run(function* () {
    yield* withSignal((signal) =>
      call(() => {
        signals.push(signal);
        return new Promise<void>(() => undefined);
      }),
    );
  });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  task.cancel();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
