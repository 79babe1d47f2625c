/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../support/devToolsExtension';
import { createDevelopmentTools } from '../../src/app/devtools/developmentTools';
import {
  cancelRequested,
  downloadQueued,
  downloadRequested,
  downloadStarted,
} from '../../src/transfers/downloads/downloadsSlice';
import { filesQueued, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { chosenFile } from '../support/chosenFile';
import { createTestStore } from '../support/createTestStore';
import { openDevTools } from '../support/devToolsExtension';
import { createFakeProfile, signedInPorts, TIMER_CLOCK } from '../support/fakePorts';
import { createFakeServer, inSequence } from '../support/fakeServer';
import { stopAfterTest } from '../support/stopAfterTest';
import { pass } from '../support/virtualTime';
import { aFile, bytesOfParts, createFakeStorage, PUT_MS } from './uploads/fakeStorage';

const START = 'POST /download';
const PROGRESS = 'GET /download/progress/ref-1';
const CANCEL = 'DELETE /download/cancel';
const LINK = 'https://files.test/TC042.zip';
const HOUR_MS = 60 * 60_000;

beforeEach(() => void jest.useFakeTimers());

/** Creates the app's store with its development tools, and opens DevTools. */
async function openStoreWithDevTools() {
  const storage = createFakeStorage();
  const { server } = storage;
  server.on(START, { json: { ref: 'ref-1' } });
  server.on(PROGRESS, { json: { status: 'PREPARING', completedSize: 1, totalSize: 10 } });
  server.on(CANCEL, { json: {} });
  const ports = signedInPorts({ ...storage.ports, clock: TIMER_CLOCK });
  const made = stopAfterTest(createTestStore({ ports, extensions: [createDevelopmentTools(ports)] }));
  await made.rehydrated();
  const { store } = made;
  return {
    ...made,
    storage,
    server,
    pass,
    tools: openDevTools(store),
    download: async () => {
      store.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
      await pass(0);
      return store.getState().downloads.items[0]?.id ?? '';
    },
    upload: (size: number) => {
      const files = [chosenFile(ports, aFile('a.tif', size))];
      store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files }));
    },
  };
}

describe('a download while DevTools shows a past state', () => {
  it('is neither started again nor polled, and a cancellation takes effect on return', async () => {
    const { store, server, tools, pass, download } = await openStoreWithDevTools();
    const id = await download();
    tools.jumpTo(downloadQueued.type);
    expect(store.getState().downloads.items[0]?.phase).toBe('queued');
    store.dispatch(cancelRequested({ id }));
    await pass(HOUR_MS);
    expect(server.story()).toEqual([START]);
    tools.jumpToEnd();
    await pass(HOUR_MS);
    expect(server.story()).toEqual([START, CANCEL]);
    expect(store.getState().downloads.items).toEqual([]);
  });

  it('is polled on return, once for all skipped polls', async () => {
    const { server, tools, pass, download } = await openStoreWithDevTools();
    await download();
    tools.jumpToStart();
    await pass(HOUR_MS);
    expect(server.story()).toEqual([START]);
    tools.jumpToEnd();
    await pass(0);
    expect(server.story()).toEqual([START, PROGRESS]);
    await pass(10_000);
    expect(server.story()).toEqual([START, PROGRESS, PROGRESS]);
  });

  it('receives the response to its start on return', async () => {
    const { store, server, tools, pass, download } = await openStoreWithDevTools();
    let answer = (): void => undefined;
    server.on(START, () => new Promise((resolve) => (answer = () => resolve({ json: { ref: 'ref-1' } }))));
    await download();
    tools.jumpToStart();
    answer();
    await pass(HOUR_MS);
    tools.jumpToEnd();
    await pass(0);
    expect(store.getState().downloads.items).toMatchObject([{ downloadId: 'ref-1' }]);
    expect(server.story()).toEqual([START]);
  });

  it('is saved on return, with a new URL if the old one may have expired', async () => {
    const { store, server, tools, ports, pass, download } = await openStoreWithDevTools();
    server.on(
      PROGRESS,
      inSequence({ json: { status: 'COMPLETED', url: LINK } }, { json: { status: 'COMPLETED', url: `${LINK}?2` } }),
    );
    await download();
    await pass(10_000);
    tools.jumpTo(downloadStarted.type);
    await pass(HOUR_MS);
    expect(ports.recorded.saves).toEqual([]);
    tools.jumpToEnd();
    await pass(2_000);
    expect(ports.recorded.saves).toMatchObject([{ url: `${LINK}?2` }]);
    expect(store.getState().downloads.items).toEqual([]);
  });

  it('does not overwrite the stored list with the past state', async () => {
    const { ports, tools, pass, download } = await openStoreWithDevTools();
    await download();
    await pass(1_000);
    const stored = ports.localStorage.get('download-list');
    tools.jumpToStart();
    await pass(HOUR_MS);
    expect(ports.localStorage.get('download-list')).toBe(stored);
    expect(stored).toContain('ref-1');
  });
});

describe('an upload while DevTools shows a past state', () => {
  it('sends no further parts, and receives the responses of its parts on return', async () => {
    const { store, storage, tools, pass, upload } = await openStoreWithDevTools();
    upload(bytesOfParts(4));
    await pass(PUT_MS / 2);
    const sent = [...storage.operations];
    expect(sent.filter((one) => one.startsWith('PUT'))).toEqual(['PUT 1', 'PUT 2']);
    tools.jumpTo(filesQueued.type);
    await pass(HOUR_MS);
    expect(storage.operations).toEqual(sent);
    tools.jumpToEnd();
    await pass(HOUR_MS);
    expect(storage.operations.filter((one) => one.startsWith('PUT'))).toEqual(['PUT 1', 'PUT 2', 'PUT 3', 'PUT 4']);
    expect(storage.completions).toHaveLength(1);
    expect(store.getState().uploads).toMatchObject({ files: [], done: { files: 1 } });
  });

  it('completes once on return if only one response was missing', async () => {
    const { store, storage, tools, pass, upload } = await openStoreWithDevTools();
    upload(1);
    await pass(PUT_MS / 2);
    tools.jumpToStart();
    await pass(PUT_MS);
    expect(storage.completions).toEqual([]);
    tools.jumpToEnd();
    await pass(1_000);
    expect(storage.completions).toHaveLength(1);
    expect(store.getState().uploads.files).toEqual([]);
  });
});

describe('a store that is locked in DevTools', () => {
  it('sends no requests and drops commands, and continues when it is unlocked', async () => {
    const { store, server, tools, pass, download } = await openStoreWithDevTools();
    const id = await download();
    tools.lock(true);
    store.dispatch(cancelRequested({ id }));
    await pass(HOUR_MS);
    expect(server.story()).toEqual([START]);
    tools.lock(false);
    await pass(10_000);
    expect(server.story()).toEqual([START, PROGRESS, PROGRESS]);
    expect(store.getState().downloads.items).toMatchObject([{ id, completedSize: 1 }]);
  });
});

describe('a tab that does not drive the downloads, while DevTools shows a past state', () => {
  it('shows the stored list on return', async () => {
    const server = createFakeServer({ [START]: { json: { ref: 'ref-1', url: LINK } } });
    const profile = createFakeProfile();
    const open = async (withTools: boolean) => {
      const ports = signedInPorts({ fetch: server.fetch }, profile);
      const made = createTestStore({ ports, ...(withTools && { extensions: [createDevelopmentTools(ports)] }) });
      await made.rehydrated();
      return made;
    };
    const driver = await open(false);
    const follower = await open(true);
    const items = () => follower.store.getState().downloads.items.map(({ title }) => title);
    const tools = openDevTools(follower.store);
    tools.jumpToStart();
    for (const title of ['TC041', 'TC042']) {
      driver.store.dispatch(downloadRequested({ path: `acme/brains/${title}`, title, downsampled: false }));
      await pass(500);
    }
    tools.jumpToEnd();
    await pass(0);
    expect(items()).toEqual(['TC041', 'TC042']);
    tools.jumpToStart();
    await pass(HOUR_MS);
    tools.jumpToEnd();
    await pass(0);
    expect(items()).toEqual([]);
    follower.stop();
    driver.stop();
  });
});
