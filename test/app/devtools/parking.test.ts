/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../../support/devToolsExtension';
import { configureStore, type Action } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import * as effects from 'redux-saga/effects';
import { createParking, type ShownPosition } from '../../../src/app/devtools/parking';
import { openDevTools } from '../../support/devToolsExtension';
import { pass } from '../../support/virtualTime';

interface Counted {
  readonly count: number;
}

const counted = { type: 'counted' };
const other = { type: 'other' };

/** Creates a store that counts, and a saga that is suspended while DevTools shows the past. */
function start(saga: () => Generator, devTools = true) {
  const moves: ShownPosition[] = [];
  const parking = createParking({ onMove: (shown) => moves.push(shown) });
  const { extension } = parking;
  const sagas = createSagaMiddleware({
    channel: extension.channel,
    effectMiddlewares: [extension.effectMiddleware()],
  });
  const configured = configureStore({
    reducer: counter,
    middleware: (defaults) => defaults().prepend(extension.outerMiddleware).concat(sagas),
    devTools: devTools && { features: { skip: true } },
    enhancers: (defaults) => defaults().concat(extension.enhancer),
  });
  const store = { ...configured, dispatch: extension.protectDispatch(configured.dispatch) };
  const task = sagas.run(saga);
  return { ...parking, store, task, moves, tools: devTools ? openDevTools(store) : undefined };
}

function counter(state: Counted = { count: 0 }, { type }: Action): Counted {
  return type === 'counted' ? { count: state.count + 1 } : state;
}

function* nothing(): Generator {
  // No saga is needed.
}

const tick = (): Promise<void> => pass(0).then(() => undefined);

/** Creates a store of which DevTools shows an earlier state. */
function startInThePast(saga: () => Generator) {
  const started = start(saga);
  started.store.dispatch(counted);
  const tools = openDevTools(started.store);
  tools.jumpToStart();
  return { ...started, tools };
}

beforeEach(() => {
  jest.useFakeTimers();
});

describe('while DevTools shows the past', () => {
  it('suspends an effect, which then reads the present state', async () => {
    const seen: unknown[] = [];
    const { tools } = startInThePast(function* () {
      yield effects.delay(100);
      seen.push(yield effects.select(({ count }: Counted) => count));
    });
    await pass(1_000);
    expect(seen).toEqual([]);
    tools.jumpToEnd();
    expect(seen).toEqual([1]);
  });

  it('suspends a put, which then applies to the latest state', async () => {
    const { store, tools } = startInThePast(function* () {
      yield effects.delay(100);
      yield effects.put(counted);
    });
    await pass(1_000);
    expect(tools.log().computedStates).toHaveLength(2);
    tools.jumpToEnd();
    expect(store.getState()).toEqual({ count: 2 });
  });

  it('never runs an effect that was cancelled while it was suspended', async () => {
    const work = jest.fn();
    const { tools, task } = startInThePast(function* () {
      yield effects.race({
        slow: effects.call(function* () {
          yield effects.delay(100);
          yield effects.call(work);
        }),
        fast: effects.delay(200),
      });
    });
    await pass(1_000);
    tools.jumpToEnd();
    await tick();
    expect(work).not.toHaveBeenCalled();
    expect(task.isRunning()).toBe(false);
  });

  it('keeps a suspended fork attached to its parent', async () => {
    const { tools, task } = startInThePast(function* () {
      yield effects.delay(100);
      yield effects.fork(function* () {
        yield effects.delay(500);
      });
    });
    await pass(1_000);
    tools.jumpToEnd();
    await pass(499);
    expect(task.isRunning()).toBe(true);
    await pass(1);
    expect(task.isRunning()).toBe(false);
  });

  it('delivers the actions dispatched in the meantime in order, to a busy saga too', () => {
    const handled: unknown[] = [];
    const { store, tools } = startInThePast(function* () {
      for (;;) {
        const action: unknown = yield effects.take(['counted', 'other']);
        handled.push([action, yield effects.select(({ count }: Counted) => count)]);
      }
    });
    handled.length = 0;
    store.dispatch(other);
    store.dispatch(counted);
    store.dispatch(other);
    expect(handled).toEqual([]);
    tools.jumpToEnd();
    expect(handled).toEqual([
      [other, 2],
      [counted, 2],
      [other, 2],
    ]);
  });

  it('resumes when DevTools is back at the latest action by any command', () => {
    const handled = jest.fn();
    const { store, tools } = startInThePast(function* () {
      yield effects.takeEvery('other', handled);
    });
    store.dispatch(other);
    tools.jumpTo('counted');
    expect(handled).not.toHaveBeenCalled();
    tools.jumpTo('other');
    expect(handled).toHaveBeenCalledTimes(1);
  });
});

describe('while DevTools is locked', () => {
  it('suspends effects, and never delivers an action that DevTools dropped', async () => {
    const handled = jest.fn();
    const { store, tools } = start(function* () {
      yield effects.takeEvery('other', handled);
      yield effects.delay(100);
      yield effects.put(counted);
    });
    tools?.lock(true);
    store.dispatch(other);
    await pass(1_000);
    expect(store.getState()).toEqual({ count: 0 });
    tools?.lock(false);
    expect(store.getState()).toEqual({ count: 1 });
    expect(handled).not.toHaveBeenCalled();
  });
});

describe('while DevTools is paused', () => {
  it('suspends effects, and delivers actions when it records again', () => {
    const handled = jest.fn();
    const { store, tools } = start(function* () {
      yield effects.takeEvery('counted', handled);
    });
    tools?.pause(true);
    store.dispatch(counted);
    expect(store.getState()).toEqual({ count: 1 });
    expect(handled).not.toHaveBeenCalled();
    tools?.pause(false);
    expect(handled).toHaveBeenCalledTimes(1);
  });
});

type Tools = ReturnType<typeof openDevTools>;

describe('after DevTools has replaced the state', () => {
  const rewrites: readonly (readonly [string, (tools: Tools) => void])[] = [
    ['a reset', (tools) => tools.reset()],
    [
      'a commit of the past',
      (tools) => {
        tools.jumpToStart();
        tools.commit();
      },
    ],
    [
      'a pause in the past',
      (tools) => {
        tools.jumpToStart();
        tools.pause(true);
        tools.pause(false);
      },
    ],
    ['a skipped action', (tools) => tools.skip('counted')],
    ['an import', (tools) => tools.importActions([counted, counted], { count: 7 })],
    [
      'an import while it is locked',
      (tools) => {
        tools.lock(true);
        tools.importActions([counted, counted], { count: 7 });
      },
    ],
    [
      'an import while it is paused',
      (tools) => {
        tools.pause(true);
        tools.importActions([counted, counted], { count: 7 });
      },
    ],
  ];

  it.each(rewrites)(
    'keeps the sagas suspended after %s until the developer returns to the present',
    (_way, rewrite) => {
      const seen: unknown[] = [];
      const { store, tools, shown, returnToPresent } = start(function* () {
        yield effects.take('wanted');
        seen.push(yield effects.select(({ count }: Counted) => count));
        yield effects.put(counted);
      });
      store.dispatch(counted);
      rewrite(tools ?? openDevTools(store));
      store.dispatch({ type: 'wanted' });
      expect(shown().position).not.toBe('present');
      returnToPresent();
      expect(shown().position).toBe('present');
      expect(store.getState()).toEqual({ count: 1 });
      expect(seen).toEqual([]);
      store.dispatch({ type: 'wanted' });
      expect(seen).toEqual([1]);
      expect(store.getState()).toEqual({ count: 2 });
    },
  );

  it('keeps the log of the app, whatever is dispatched meanwhile', () => {
    const { store, tools, returnToPresent } = start(nothing);
    store.dispatch(counted);
    store.dispatch(other);
    tools?.skip('counted');
    for (let times = 0; times < 5; times += 1) store.dispatch(counted);
    returnToPresent();
    expect(tools?.titles()).toEqual(['@@INIT', 'counted', 'other']);
    expect(store.getState()).toEqual({ count: 1 });
    store.dispatch(counted);
    expect(tools?.titles()).toEqual(['@@INIT', 'counted', 'other', 'counted']);
  });

  it('continues after a commit of the present', () => {
    const handled = jest.fn();
    const { store, tools, shown } = start(function* () {
      yield effects.takeEvery('other', handled);
    });
    store.dispatch(counted);
    tools?.commit();
    store.dispatch(other);
    expect(handled).toHaveBeenCalledTimes(1);
    expect(shown().position).toBe('present');
  });
});

/** Returns a thunk that sends its request as those of RTK Query do: it dispatches another thunk. */
function requesting<Sent>(send: () => Sent) {
  return (dispatch: (thunk: () => Sent) => Sent): Sent => dispatch(() => send());
}

describe('a request', () => {
  it('waits while DevTools is not at the present, and then answers its caller', async () => {
    const { store, tools } = start(nothing);
    for (const [leave, back] of [
      [() => tools?.lock(true), () => tools?.lock(false)],
      [() => tools?.pause(true), () => tools?.pause(false)],
    ]) {
      const send = jest.fn(() => Object.assign(Promise.resolve('answer'), { requestId: 'r1' }));
      leave?.();
      const request = store.dispatch(requesting(send));
      expect(send).not.toHaveBeenCalled();
      back?.();
      expect(send).toHaveBeenCalledTimes(1);
      expect(await request).toBe('answer');
      expect(request.requestId).toBe('r1');
    }
  });

  it('drops a waiting request whose caller no longer needs it', () => {
    const { store, tools } = start(nothing);
    const send = jest.fn(() => ({ unsubscribe: () => undefined }));
    tools?.lock(true);
    store.dispatch(requesting(send)).unsubscribe();
    tools?.lock(false);
    expect(send).not.toHaveBeenCalled();
  });

  it('runs a thunk that only returns a part of the store without waiting', () => {
    const { store, tools } = start(nothing);
    const part = { follow: () => 'followed' };
    tools?.lock(true);
    expect(store.dispatch(() => part)).toBe(part);
  });
});

describe('a hot reload of the reducer', () => {
  it('computes the past again, and the sagas continue', () => {
    const handled = jest.fn();
    const { store, tools, shown } = start(function* () {
      yield effects.takeEvery('other', handled);
    });
    store.dispatch(counted);
    store.dispatch(counted);
    tools?.jumpTo('counted');
    store.replaceReducer((state: Counted = { count: 0 }, { type }: Action) =>
      type === 'counted' ? { count: state.count + 10 } : state,
    );
    tools?.jumpToIndex(1);
    expect(store.getState()).toEqual({ count: 10 });
    tools?.jumpToEnd();
    expect(store.getState()).toEqual({ count: 20 });
    expect(shown().position).toBe('present');
    store.dispatch(other);
    expect(handled).toHaveBeenCalledTimes(1);
  });
});

describe('the shown position', () => {
  it('is reported with the number of the action and of all actions', () => {
    const { store, tools, moves } = start(nothing);
    for (let times = 0; times < 3; times += 1) store.dispatch(counted);
    tools?.jumpToIndex(1);
    expect(moves.at(-1)).toEqual({ position: 'past', index: 1, count: 3 });
    tools?.jumpToEnd();
    expect(moves.at(-1)).toEqual({ position: 'present', index: 3, count: 3 });
    tools?.importActions([counted, counted], { count: 7 });
    expect(moves.at(-1)).toEqual({ position: 'other', index: 2, count: 2 });
  });
});

describe('parking', () => {
  it('delivers an action that a subscriber dispatches', () => {
    const handled: string[] = [];
    const { store } = start(function* () {
      yield effects.takeEvery('*', ({ type }: { readonly type: string }) => void handled.push(type));
    });
    const leave = store.subscribe(() => {
      leave();
      store.dispatch(other);
    });
    store.dispatch(counted);
    store.dispatch(other);
    expect(handled).toEqual(['other', 'counted', 'other']);
  });

  it('does nothing without DevTools', () => {
    const handled = jest.fn();
    const { store } = start(function* () {
      yield effects.takeEvery('other', handled);
    }, false);
    store.dispatch(other);
    expect(handled).toHaveBeenCalledTimes(1);
  });
});
