import type { Ports } from '../../src/platform/ports';
import * as downloads from '../../src/transfers/downloads/downloadsSlice';
import { FETCH_COMMANDS } from '../../src/transfers/fetches/shareFetches';
import * as follows from '../../src/transfers/follows/followsSlice';
import * as history from '../../src/transfers/history/historySlice';
import * as interrupted from '../../src/transfers/interrupted/interruptedSlice';
import * as uploads from '../../src/transfers/uploads/uploadsSlice';
import { chosenFile } from '../support/chosenFile';
import { createTestStore } from '../support/createTestStore';
import { createFakeProfile, signedInPorts } from '../support/fakePorts';
import { pass } from '../support/virtualTime';
import { aFile, createFakeStorage } from './uploads/fakeStorage';

/** Every command whose payload a saga reads. */
const COMMANDS = [
  downloads.downloadRequested,
  downloads.removeRequested,
  downloads.cancelRequested,
  downloads.clearAllRequested,
  downloads.retryRequested,
  uploads.uploadRequested,
  uploads.retryRequested,
  ...FETCH_COMMANDS,
  follows.followRequested,
  follows.stopRequested,
  follows.resumeRequested,
  follows.setAsideFixRequested,
  interrupted.discardRequested,
  interrupted.resumeRequested,
  history.saveAgainRequested,
];

beforeEach(() => jest.useFakeTimers());

it.each(COMMANDS.map(({ type }) => type))(
  'carries out and reports the commands after a %s without a payload, as Redux DevTools can dispatch it',
  async (type) => {
    const storage = createFakeStorage();
    storage.server.on('POST /download', { json: { ref: 'ref-1', totalFiles: 3 } });
    const ports = signedInPorts(storage.ports);
    const { store, story, rehydrated, stop } = createTestStore({ ports });
    await rehydrated();
    const crashes = () => ports.recorded.logs.filter((text) => text.includes(' stopped: ')).length;
    store.dispatch({ type });
    await pass(0);
    const firstCrashes = crashes();
    store.dispatch({ type });
    await pass(0);
    expect(crashes()).toBe(2 * firstCrashes);
    store.dispatch(downloads.downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
    store.dispatch(
      uploads.uploadRequested({ keyPrefix: 'brains/TC042', files: [chosenFile(ports, aFile('a.tif', 1))] }),
    );
    await pass(5_000);
    expect(story()).toEqual(expect.arrayContaining(['downloads/downloadStarted', 'uploads/fileCompleted']));
    expect(ports.recorded.toasts).toEqual([]);
    stop();
  },
);

it('uploads a file to the end although the saga that sends it crashes once', async () => {
  const storage = createFakeStorage();
  let crashes = 0;
  const putPart: Ports['putPart'] = (...args) => {
    if (crashes > 0) return storage.ports.putPart(...args);
    crashes += 1;
    throw new TypeError('An unexpected error');
  };
  const ports = signedInPorts({ ...storage.ports, putPart });
  const { store, story, rehydrated, stop } = createTestStore({ ports });
  await rehydrated();
  const files = [chosenFile(ports, aFile('a.tif', 1)), chosenFile(ports, aFile('b.tif', 1))];
  store.dispatch(uploads.uploadRequested({ keyPrefix: 'brains/TC042', files }));
  await pass(5_000);
  expect(crashes).toBe(1);
  expect(story().filter((type) => type === 'uploads/fileCompleted')).toHaveLength(2);
  stop();
});

it('sets a download aside at which two tabs have crashed, and carries out the next one', async () => {
  const storage = createFakeStorage();
  storage.server.on('POST /download', ({ body }) => {
    const { zipFileName } = body as { readonly zipFileName: string };
    return { json: { ref: zipFileName, url: `https://files.test/${zipFileName}` } };
  });
  storage.server.on('GET /download/progress/*', ({ path }) => ({
    json: { status: 'COMPLETED', url: `https://files.test/${path}` },
  }));
  const profile = createFakeProfile();
  const saved: string[] = [];
  const open = async () => {
    const saveToDisk: Ports['saveToDisk'] = (url) => {
      if (url.includes('bad')) throw new TypeError('An unexpected error');
      saved.push(url);
    };
    const ports = signedInPorts({ ...storage.ports, saveToDisk }, profile);
    const page = createTestStore({ ports });
    await page.rehydrated();
    await pass(0);
    return { ...page, items: () => page.store.getState().downloads.items, ports };
  };
  const tabs = [await open(), await open()] as const;
  for (const title of ['bad', 'good']) {
    tabs[0].store.dispatch(downloads.downloadRequested({ path: `acme/brains/${title}`, title, downsampled: false }));
  }
  await pass(60_000);
  for (const tab of tabs) {
    expect(tab.items()).toMatchObject([{ title: 'bad', phase: 'failed', failure: { kind: 'crashed' } }]);
    expect(tab.ports.recorded.toasts.map(({ text }) => text)).toEqual([expect.stringContaining('the downloads')]);
  }
  expect(saved).toEqual([expect.stringContaining('good')]);
  tabs.forEach((tab) => tab.stop());
});
