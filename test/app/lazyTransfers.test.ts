import { runSaga } from 'redux-saga';
import { createLazyTransfers, type TransfersSaga } from '../../src/app/lazyTransfers';
import { checkRequested, logoutRequested } from '../../src/session/sessionSlice';
import { downloadRequested, removeRequested } from '../../src/transfers/downloads/downloadsSlice';
import { saveAgainRequested } from '../../src/transfers/history/historySlice';
import { discardRequested } from '../../src/transfers/interrupted/interruptedSlice';
import { notificationsRequested } from '../../src/transfers/panel/panelSlice';
import { saveRecordingRequested } from '../../src/transfers/saveRecordingRequested';
import { pauseRequested, queueResumed, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { createTestStore } from '../support/createTestStore';
import { createFakePorts, signIn } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';
import { pass } from '../support/virtualTime';

const emptySaga: TransfersSaga = () => [][Symbol.iterator]() as ReturnType<TransfersSaga>;
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
  const run = jest.fn((saga: TransfersSaga) => runSaga({}, saga));
  const transfers = createLazyTransfers({
    ports,
    load: () => {
      loads += 1;
      return loads > failures ? Promise.resolve(emptySaga) : Promise.reject(new Error('no network'));
    },
    run,
  });
  const dispatched: unknown[] = [];
  const dispatch = transfers.holdCommands({ dispatch: jest.fn(), getState: jest.fn() })((action) => {
    dispatched.push(action);
    return action;
  });
  return { ports, transfers, dispatched, dispatch, run, loads: () => loads };
}

describe('the code of the transfers', () => {
  it('loads once, when it is first needed', async () => {
    const { transfers, loads } = setUp();
    await pass(60_000);
    expect(loads()).toBe(0);
    transfers.start();
    transfers.start();
    await pass(0);
    expect(loads()).toBe(1);
  });

  it('starts when it has loaded and the store is rehydrated', async () => {
    const { transfers, run } = setUp();
    transfers.start();
    await pass(0);
    expect(run).not.toHaveBeenCalled();
    transfers.onRehydrated();
    await pass(0);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not start after the store was stopped', async () => {
    const { transfers, run } = setUp();
    transfers.start();
    transfers.stop();
    transfers.onRehydrated();
    await pass(0);
    expect(run).not.toHaveBeenCalled();
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
    const { ports, transfers, dispatch, dispatched, loads } = setUp({ failures: 3 });
    transfers.onRehydrated();
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
    discardRequested(),
    notificationsRequested({ wanted: true }),
    saveAgainRequested({ id: 'one' }),
  ])('$type loads the code and is held until the sagas run', async (action) => {
    const { dispatch, dispatched, transfers, loads } = setUp();
    expect(dispatch(action)).toBe(action);
    expect([dispatched, loads()]).toEqual([[], 1]);
    transfers.onRehydrated();
    await pass(0);
    expect(dispatched).toEqual([action]);
    dispatch(action);
    expect(dispatched).toEqual([action, action]);
  });

  it('is dispatched afterwards, in order', async () => {
    const { dispatch, dispatched, transfers } = setUp();
    dispatch(pauseRequested());
    dispatch(command);
    transfers.onRehydrated();
    await pass(0);
    expect(dispatched).toEqual([pauseRequested(), command]);
  });
});

it.each([
  checkRequested(),
  logoutRequested(),
  saveRecordingRequested(),
  queueResumed(),
  { type: 'api/executeQuery/pending' },
])('$type is not held, since it is no command to the transfers', (action) => {
  const { dispatch, dispatched, loads } = setUp();
  dispatch(action);
  expect([dispatched, loads()]).toEqual([[action], 0]);
});

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
