import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import type { Crash } from '../../src/platform/ports';
import { keepRunning, supervise } from '../../src/platform/supervise';
import { expectSaga } from '../support/expectSaga';
import { createFakePorts, FAKE_NOW_MS } from '../support/fakePorts';
import { provideContext } from '../support/provideContext';

/** Creates a saga that crashes a number of times, each time after a pause, and then ends. */
function createWatchSomething(crashes: number, pause: () => void = () => undefined) {
  let runs = 0;
  function* watchSomething(): SagaOf<void> {
    runs += 1;
    yield* call(pause);
    if (runs <= crashes) throw new Error('Something broke');
  }
  return { watchSomething, runs: () => runs };
}

const aCrash = expect.stringMatching(/^watchSomething stopped: Error: Something broke/) as unknown;

describe('supervise', () => {
  it('logs the name and the error of a saga that throws, and does not rethrow', async () => {
    const ports = createFakePorts();
    const { watchSomething, runs } = createWatchSomething(1);
    await expectSaga(supervise, watchSomething).provide(provideContext({ ports })).returns(undefined).run();
    expect([ports.recorded.logs, runs()]).toEqual([[aCrash], 1]);
  });
});

it('keepRunning starts a saga again after each of two crashes, and ends with the saga', async () => {
  const ports = createFakePorts();
  const { watchSomething, runs } = createWatchSomething(2);
  await expectSaga(keepRunning, watchSomething).provide(provideContext({ ports })).returns(undefined).run();
  expect([ports.recorded.logs, ports.recorded.toasts, runs()]).toEqual([[aCrash, aCrash], [], 3]);
});

it('keepRunning gives up after three crashes within ten seconds, and tells the user to reload the page', async () => {
  const ports = createFakePorts();
  const { watchSomething, runs } = createWatchSomething(Infinity);
  await expectSaga(keepRunning, watchSomething).provide(provideContext({ ports })).returns(undefined).run();
  expect(runs()).toBe(3);
  expect(ports.recorded.toasts).toEqual([
    { text: expect.stringContaining('Reload the page') as unknown, severity: 'error' },
  ]);
});

it('keepRunning says of each crash what it stopped', async () => {
  const consequences: (string | undefined)[] = [];
  const ports = {
    ...createFakePorts(),
    log: (_text: string, crash?: Crash) => consequences.push(crash?.consequence),
  };
  const saga = createWatchSomething(Infinity).watchSomething.bind(undefined);
  await expectSaga(keepRunning, saga).provide(provideContext({ ports })).run();
  expect(consequences).toEqual([
    'watchSomething stopped, restarted 1 of 3',
    'watchSomething stopped, restarted 2 of 3',
    'watchSomething stopped for good',
  ]);
});

it('keepRunning starts a saga again any number of times if its crashes are far apart', async () => {
  const ports = createFakePorts();
  let now = FAKE_NOW_MS;
  const { watchSomething, runs } = createWatchSomething(10, () => ports.control.setNow((now += 5_000)));
  await expectSaga(keepRunning, watchSomething).provide(provideContext({ ports })).returns(undefined).run();
  expect([ports.recorded.toasts, runs()]).toEqual([[], 11]);
});
