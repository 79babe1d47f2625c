import { createLazyTransfers, type AttachedTransfers } from '../../src/app/lazyTransfers';
import { checkRequested, loginFound, logoutRequested } from '../../src/session/sessionSlice';
import { placeDeleted } from '../../src/transfers/deletedPlaces';
import { downloadRequested, removeRequested } from '../../src/transfers/downloads/downloadsSlice';
import { saveAgainRequested } from '../../src/transfers/history/historySlice';
import { discardRequested } from '../../src/transfers/interrupted/interruptedSlice';
import { notificationsRequested } from '../../src/transfers/panel/panelSlice';
import { saveRecordingRequested } from '../../src/transfers/saveRecordingRequested';
import { pauseRequested, queueResumed, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { anOwner } from '../support/builders';
import { createTestStore } from '../support/createTestStore';
import { createFakePorts, signIn } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';
import { pass } from '../support/virtualTime';

const command = downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false });
const storedList = (items: readonly object[]) => JSON.stringify({ items: JSON.stringify(items), _persist: '{}' });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

interface Setup {
  /** The number of loads that fail before one succeeds. */
  readonly failures?: number;
  readonly list?: string;
}

function setUp({ failures = 0, list }: Setup = {}) {
  const ports = createFakePorts();
  if (list !== undefined) ports.localStorage.set('download-list', list);
  let loads = 0;
  let runSagas = (): void => undefined;
  const sagasRun = new Promise<void>((resolve) => (runSagas = resolve));
  const received: unknown[] = [];
  const stop = jest.fn();
  const attach = jest.fn((): AttachedTransfers => ({
    start: () => sagasRun,
    passToSagas: (action) => void received.push(action),
    isFrequent: () => true,
    stop,
  }));
  const transfers = createLazyTransfers({
    ports,
    load: () => {
      loads += 1;
      return loads > failures ? Promise.resolve('code') : Promise.reject(new Error('no network'));
    },
    attach,
  });
  const dispatched: unknown[] = [];
  const api = { dispatch: jest.fn(), getState: jest.fn() };
  const reduce = (action: unknown) => {
    dispatched.push(action);
    return action;
  };
  const dispatch = transfers.holdCommands(api)(transfers.passToSagas(api)(reduce));
  return { ports, transfers, dispatched, received, dispatch, attach, runSagas, stop, loads: () => loads };
}

describe('the code of the transfers', () => {
  it('loads once, when it is first needed', async () => {
    const { transfers, loads, attach } = setUp();
    await pass(60_000);
    expect(loads()).toBe(0);
    transfers.start();
    transfers.start();
    await pass(0);
    expect(loads()).toBe(1);
    expect(attach.mock.calls).toEqual([['code']]);
  });

  it('is not attached after the store was stopped', async () => {
    const { transfers, attach } = setUp();
    transfers.start();
    transfers.stop();
    await pass(0);
    expect(attach).not.toHaveBeenCalled();
  });

  it('stops with the store', async () => {
    const { transfers, stop, runSagas, dispatch, dispatched } = setUp();
    dispatch(command);
    await pass(0);
    transfers.stop();
    expect(stop).toHaveBeenCalledTimes(1);
    runSagas();
    await pass(0);
    expect(dispatched).toEqual([]);
  });

  it('passes actions to the sagas after the reducers, and decides which actions are frequent', async () => {
    const { transfers, dispatch, dispatched, received } = setUp();
    const action = { type: 'api/executeQuery/pending' };
    dispatch(action);
    expect([dispatched, received, transfers.isFrequent(action)]).toEqual([[action], [], false]);
    transfers.start();
    await pass(0);
    dispatch(action);
    expect([dispatched, received, transfers.isFrequent(action)]).toEqual([[action, action], [action], true]);
  });

  it.each([
    ['does not load when nothing is stored', undefined, 0],
    ['does not load when the stored list is empty', storedList([]), 0],
    ['loads at once when a download is stored', storedList([{ id: 'one' }]), 1],
    ['loads at once when the stored list is damaged', '?', 1],
  ])('%s', (_title, list, expected) => {
    expect(setUp(list === undefined ? {} : { list }).loads()).toBe(expected);
  });

  it('retries loading until it succeeds, and notifies the user once while a command is waiting', async () => {
    const { ports, transfers, runSagas, dispatch, dispatched, loads } = setUp({ failures: 3 });
    runSagas();
    transfers.start();
    await pass(0);
    expect(ports.recorded.toasts).toEqual([]);
    dispatch(command);
    await pass(2_000);
    await pass(2_000);
    expect(ports.recorded.toasts).toEqual([
      { text: expect.stringContaining('The app keeps trying') as unknown, severity: 'error' },
    ]);
    expect([loads(), dispatched]).toEqual([3, []]);
    await pass(2_000);
    expect([loads(), dispatched]).toEqual([4, [command]]);
  });
});

describe('a command before the transfers have loaded', () => {
  it.each([
    command,
    removeRequested({ id: 'one' }),
    uploadRequested({ keyPrefix: 'brains', files: [] }),
    pauseRequested(),
    discardRequested({ ids: [] }),
    notificationsRequested({ wanted: true }),
    saveAgainRequested({ id: 'one' }),
  ])('$type loads the code and is held until the sagas run', async (action) => {
    const { dispatch, dispatched, runSagas, loads } = setUp();
    expect(dispatch(action)).toBe(action);
    expect([dispatched, loads()]).toEqual([[], 1]);
    await pass(0);
    dispatch(command);
    expect(dispatched).toEqual([]);
    runSagas();
    await pass(0);
    expect(dispatched).toEqual([action, command]);
    dispatch(action);
    expect(dispatched).toEqual([action, command, action]);
  });

  it('is dispatched afterwards, in order', async () => {
    const { dispatch, dispatched, runSagas } = setUp();
    dispatch(pauseRequested());
    dispatch(command);
    runSagas();
    await pass(0);
    expect(dispatched).toEqual([pauseRequested(), command]);
  });
});

it.each([
  checkRequested(),
  logoutRequested(),
  saveRecordingRequested(),
  placeDeleted({ path: 'acme/brains', isPermanent: false }),
])('$type is held until the code has loaded, but not until the sagas of the transfers run', async (action) => {
  const { dispatch, dispatched, runSagas } = setUp();
  dispatch(action);
  expect(dispatched).toEqual([]);
  await pass(0);
  dispatch(action);
  expect(dispatched).toEqual([action]);
  runSagas();
  await pass(0);
  expect(dispatched).toEqual([action, action]);
});

it.each([loginFound(anOwner()), queueResumed(), { type: 'api/executeQuery/pending' }])(
  '$type is not held, since it is not a command',
  (action) => {
    const { dispatch, dispatched, loads } = setUp();
    dispatch(action);
    expect([dispatched, loads()]).toEqual([[action], 0]);
  },
);

it('a download requested before the store is rehydrated starts', async () => {
  const server = createFakeServer({ 'POST /download': { json: { ref: 'ref-1', totalFiles: 3 } } });
  const ports = createFakePorts({ fetch: server.fetch });
  signIn(ports);
  const { store, story, stop } = createTestStore({ ports });
  store.dispatch(command);
  expect(store.getState().downloads.items).toEqual([]);
  await pass(0);
  expect(story()).toEqual(expect.arrayContaining(['downloads/downloadRequested', 'downloads/downloadStarted']));
  expect(server.story()).toContain('POST /download');
  stop();
});
