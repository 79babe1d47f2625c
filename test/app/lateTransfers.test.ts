import { createLateTransfers, type TransfersSaga } from '../../src/app/lateTransfers';
import { checkRequested, logoutRequested } from '../../src/session/sessionSlice';
import { downloadRequested, removeRequested } from '../../src/transfers/downloads/downloadsSlice';
import { saveAgainRequested } from '../../src/transfers/history/historySlice';
import { discardRequested } from '../../src/transfers/interrupted/interruptedSlice';
import { notificationsRequested } from '../../src/transfers/panel/panelSlice';
import { saveRecordingRequested } from '../../src/transfers/recorder/recorderWishes';
import { pauseRequested, queueResumed, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { createTestStore } from '../support/createTestStore';
import { createFakePorts, signIn } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';

const machines: TransfersSaga = () => [][Symbol.iterator]() as ReturnType<TransfersSaga>;
const wish = downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false });
const stored = (items: readonly object[]) => JSON.stringify({ items: JSON.stringify(items), _persist: '{}' });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** The machines' code, which comes on the given try, and what gets past the held wishes. */
function watchLoad({ failures = 0, list }: { readonly failures?: number; readonly list?: string } = {}) {
  const ports = createFakePorts();
  if (list !== undefined) ports.localStorage.set('download-list', list);
  let tries = 0;
  const late = createLateTransfers(ports, () => {
    tries += 1;
    return tries > failures ? Promise.resolve(machines) : Promise.reject(new Error('no network'));
  });
  const passed: unknown[] = [];
  const dispatch = late.holdWishes({ dispatch: jest.fn(), getState: jest.fn() })((action) => {
    passed.push(action);
    return action;
  });
  let isThere = false;
  late.onLoaded(() => {
    isThere = true;
  });
  return { ports, late, passed, dispatch, tries: () => tries, isThere: () => isThere };
}

describe('the code of the transfers', () => {
  it('waits until it is wanted, and comes once', async () => {
    const { late, tries, isThere } = watchLoad();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(tries()).toBe(0);
    late.start();
    late.start();
    await jest.advanceTimersByTimeAsync(0);
    expect([tries(), isThere()]).toEqual([1, true]);
  });

  it.each([
    ['nothing is stored', undefined, 0],
    ['a list without downloads is stored', stored([]), 0],
    ['a download is stored', stored([{ id: 'one' }]), 1],
    ['something unheard of is stored', '?', 1],
  ])('where %s is fetched %#', (_what, list, expected) => {
    expect(watchLoad(list === undefined ? {} : { list }).tries()).toBe(expected);
  });

  it('is tried again until it comes; a word is said once, to those who wait for it', async () => {
    const { ports, late, dispatch, passed, tries, isThere } = watchLoad({ failures: 3 });
    late.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(ports.recorded.toasts).toEqual([]);
    dispatch(wish);
    await jest.advanceTimersByTimeAsync(2_000);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(ports.recorded.toasts).toEqual([
      { text: expect.stringContaining('tried again by itself') as unknown, severity: 'error' },
    ]);
    expect(isThere()).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect([tries(), isThere()]).toEqual([4, true]);
    late.letGo();
    expect(passed).toEqual([wish]);
  });
});

describe('a wish', () => {
  it.each([
    wish,
    removeRequested({ id: 'one' }),
    uploadRequested({ keyPrefix: 'brains', files: [] }),
    pauseRequested(),
    discardRequested(),
    notificationsRequested({ wanted: true }),
    saveAgainRequested({ id: 'one' }),
  ])('($type) has the code fetched and is kept until the machines run', (action) => {
    const { dispatch, passed, late, tries } = watchLoad();
    expect(dispatch(action)).toBe(action);
    expect([passed, tries()]).toEqual([[], 1]);
    late.letGo();
    expect(passed).toEqual([action]);
    dispatch(action);
    expect(passed).toEqual([action, action]);
  });

  it('keeps its place among the others', () => {
    const { dispatch, passed, late } = watchLoad();
    dispatch(pauseRequested());
    dispatch(wish);
    late.letGo();
    expect(passed).toEqual([pauseRequested(), wish]);
  });

  it.each([
    checkRequested(),
    logoutRequested(),
    saveRecordingRequested(),
    queueResumed(),
    { type: 'api/executeQuery/pending' },
  ])('that the transfers do not grant, or a fact ($type), passes', (action) => {
    const { dispatch, passed, tries } = watchLoad();
    dispatch(action);
    expect([passed, tries()]).toEqual([[action], 0]);
  });
});

it('asked of a store at once, before anything was restored, is granted', async () => {
  const server = createFakeServer({ 'POST /download': { json: { ref: 'ref-1', totalFiles: 3 } } });
  const ports = createFakePorts({ fetch: server.fetch });
  signIn(ports);
  const { store, story, stop } = createTestStore({ ports });
  store.dispatch(wish);
  expect(store.getState().downloads.items).toEqual([]);
  await jest.advanceTimersByTimeAsync(0);
  expect(story()).toEqual(expect.arrayContaining(['downloads/downloadRequested', 'downloads/downloadStarted']));
  expect(server.story()).toContain('POST /download');
  stop();
});
