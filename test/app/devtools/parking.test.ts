/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../../support/devToolsExtension';
import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import * as effects from 'redux-saga/effects';
import { createParking } from '../../../src/app/devtools/parking';
import { openDevTools } from '../../support/devToolsExtension';
import { pass } from '../../support/virtualTime';

interface Counted {
  readonly count: number;
}

const counted = { type: 'counted' };
const other = { type: 'other' };

/** Creates a store that counts, and a saga that is suspended while DevTools shows the past. */
function start(saga: () => Generator, devTools = true) {
  const warnings: string[] = [];
  const parking = createParking((text) => warnings.push(text));
  const sagas = createSagaMiddleware({
    channel: parking.channel,
    effectMiddlewares: [parking.effectMiddleware()],
  });
  const store = configureStore({
    reducer: (state: Counted = { count: 0 }, { type }) => (type === 'counted' ? { count: state.count + 1 } : state),
    middleware: (defaults) => defaults().concat(sagas),
    devTools,
    enhancers: (defaults) => defaults().concat(parking.enhancer),
  });
  const task = sagas.run(saga);
  return { store, task, warnings, tools: devTools ? openDevTools(store) : undefined };
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
afterEach(() => {
  jest.useRealTimers();
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

describe('after DevTools has replaced the state', () => {
  it.each<[string, (tools: ReturnType<typeof openDevTools>) => void]>([
    ['by a reset', (tools) => tools.reset()],
    [
      'by a commit of the past',
      (tools) => {
        tools.jumpToStart();
        tools.commit();
      },
    ],
    [
      'by a pause in the past',
      (tools) => {
        tools.jumpToStart();
        tools.pause(true);
        tools.pause(false);
      },
    ],
    ['by an import', (tools) => tools.importActions([counted, counted], { count: 7 })],
  ])('%s, it keeps the sagas suspended and logs that once', (_way, rewrite) => {
    const handled = jest.fn();
    const { store, tools, warnings } = start(function* () {
      yield effects.takeEvery('other', handled);
    });
    store.dispatch(counted);
    rewrite(tools ?? openDevTools(store));
    store.dispatch(other);
    store.dispatch(other);
    expect(handled).not.toHaveBeenCalled();
    expect(warnings).toEqual([expect.stringContaining('until the page is reloaded')]);
  });

  it('continues after a commit of the present', () => {
    const handled = jest.fn();
    const { store, tools, warnings } = start(function* () {
      yield effects.takeEvery('other', handled);
    });
    store.dispatch(counted);
    tools?.commit();
    store.dispatch(other);
    expect(handled).toHaveBeenCalledTimes(1);
    expect(warnings).toEqual([]);
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
