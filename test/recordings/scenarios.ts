import { FETCH_RANGE_BYTES } from '@data-manager/domain/constants';
import type { ChosenFile } from '@data-manager/domain/uploads/upload';
import {
  compareRequested,
  pauseRequested as pauseComparisonRequested,
  resumeRequested as resumeComparisonRequested,
} from '../../src/transfers/comparisons/comparisonsSlice';
import {
  cancelRequested as cancelDownloadRequested,
  downloadRequested,
} from '../../src/transfers/downloads/downloadsSlice';
import { requestFetch } from '../../src/transfers/fetches/requestedFiles';
import { followRequested, setAsideFixRequested } from '../../src/transfers/follows/followsSlice';
import { resumeRequested } from '../../src/transfers/interrupted/interruptedSlice';
import { cancelRequested, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { chosenFile } from '../support/chosenFile';
import type { TestStore } from '../support/createTestStore';
import { aStoredFile, createFakeDisk, fileUrlsOf } from '../support/fakeDisk';
import { createFakeFolder } from '../support/fakeFolder';
import type { createFakePorts } from '../support/fakePorts';
import {
  anIdToken,
  createFakeProfile,
  createMemoryRecords,
  signedInPorts,
  TIMER_CLOCK,
  type FakePorts,
} from '../support/fakePorts';
import { createFakeServer, inSequence, type FakeAnswer, type FakeHandler } from '../support/fakeServer';
import { pass } from '../support/virtualTime';
import { aContentFile, anEntry, folderOf, hashContent, MIB } from '../transfers/comparisons/openComparisonPage';
import { aFile, bytesOfParts, createFakeStorage } from '../transfers/uploads/fakeStorage';

const MINUTE_MS = 60_000;
const TITLE = 'TC042';
const NAME = `${TITLE}_S000001_L01_ch01.tif`;
const PROGRESS = 'GET /download/progress/ref-1';
const LINK = 'https://files.test/TC042.zip?X-Amz-Signature=0123456789abcdef';
const PREPARING = { status: 'PREPARING', completedSize: 25, totalSize: 100 };

type CreateStore<Page> = (ports: FakePorts) => Page;

/** Plays a story in virtual time (`jest.useFakeTimers` must be on). Returns its last page, which is still open. */
type Scenario = <Page extends TestStore>(createStore: CreateStore<Page>) => Promise<Page>;

type Overrides = Parameters<typeof createFakePorts>[0];

/** Opens a page of the app in virtual time, with a signed-in user. */
async function openPage<Page extends TestStore>(
  createStore: CreateStore<Page>,
  overrides: Overrides,
  profile = createFakeProfile(),
) {
  const ports = signedInPorts({ ...overrides, clock: TIMER_CLOCK }, profile);
  const page = createStore(ports);
  await page.rehydrated();
  await pass(0);
  const choose = (file: File): ChosenFile => chosenFile(ports, file);
  return { ...page, choose, dispatch: page.store.dispatch };
}

async function upload<Page extends TestStore>(
  createStore: CreateStore<Page>,
  prepare: (storage: ReturnType<typeof createFakeStorage>) => void,
  during: (dispatch: TestStore['store']['dispatch']) => Promise<unknown> = () => pass(MINUTE_MS),
): Promise<Page> {
  const storage = createFakeStorage();
  prepare(storage);
  const page = await openPage(createStore, storage.ports);
  page.dispatch(uploadRequested({ keyPrefix: `brains/${TITLE}`, files: [page.choose(aFile(NAME, bytesOfParts(3)))] }));
  await during(page.dispatch);
  return page;
}

function serveDownload(progress: FakeHandler | FakeAnswer) {
  const server = createFakeServer({
    'POST /download': { json: { ref: 'ref-1' } },
    [PROGRESS]: progress,
    'DELETE /download/cancel': { json: {} },
  });
  return { fetch: server.fetch };
}

const download = downloadRequested({ path: `acme/brains/${TITLE}`, title: TITLE, downsampled: false });

const hashInASecond: FakePorts['hashPart'] = (body, signal) =>
  new Promise((resolve) => {
    setTimeout(() => resolve(hashContent(body)), 1_000);
    signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true });
  });

/** Each scenario creates the recording of the same name. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'upload-of-several-parts': (createStore) => upload(createStore, () => undefined),

  'upload-with-a-bad-etag': (createStore) => upload(createStore, ({ failPart }) => failPart(2, 'wrong-etag')),

  'upload-with-a-token-refresh': (createStore) =>
    upload(createStore, ({ server, answer }) => {
      answer('urls', { status: 401, json: { msg: 'expired' } });
      server.on('POST /auth/token', {
        json: { id_token: anIdToken({}), access_token: 'access-2', refresh_token: 'refresh-2', domain: 'app.test' },
      });
    }),

  'upload-cancelled': (createStore) =>
    upload(
      createStore,
      () => undefined,
      async (dispatch) => {
        await pass(1_500);
        dispatch(cancelRequested());
        await pass(MINUTE_MS);
      },
    ),

  'upload-resumed-after-a-reload': async (createStore) => {
    const storage = createFakeStorage();
    const overrides = { ...storage.ports, records: createMemoryRecords() };
    const profile = createFakeProfile();
    const file = aFile(NAME, bytesOfParts(3));
    const first = await openPage(createStore, overrides, profile);
    first.dispatch(uploadRequested({ keyPrefix: `brains/${TITLE}`, files: [first.choose(file)] }));
    await pass(1_500);
    first.stop();
    await pass(0);
    const second = await openPage(createStore, overrides, profile);
    second.dispatch(resumeRequested({ files: [second.choose(file)] }));
    await pass(MINUTE_MS);
    return second;
  },

  'folder-fetched-with-a-damaged-range': async (createStore) => {
    const disk = createFakeDisk();
    let isDamaged = true;
    disk.answer(() => {
      const kind = isDamaged ? 'damaged' : 'written';
      isDamaged = false;
      return { kind };
    });
    const server = createFakeServer({ 'POST /manage/files/urls': ({ body }) => fileUrlsOf(body) });
    const page = await openPage(createStore, { folders: disk.folders, fetch: server.fetch });
    const files = [aStoredFile(`acme/brains/${TITLE}/${NAME}`, 3 * FETCH_RANGE_BYTES)];
    const request = { title: TITLE, folderId: 'folder-1', folderName: 'Disk' };
    page.dispatch(requestFetch(disk.folders, request, { files, prefix: 'acme/brains/' }));
    await pass(MINUTE_MS);
    return page;
  },

  'folder-compared-with-a-pause': async (createStore) => {
    const listing = [anEntry('a.tif', 'same', 3 * MIB, MIB), anEntry('b.tif', 'other', 10)];
    const server = createFakeServer({ 'GET /manage/files': { json: { files: listing } } });
    const files = [aContentFile('a.tif', 'same', 3 * MIB), aContentFile('b.tif', 'same', 10)];
    const folders = { ...createFakeDisk().folders, readFolder: () => folderOf(...files) };
    const page = await openPage(createStore, { folders, fetch: server.fetch, hashPart: hashInASecond });
    const id = 'comparison-1';
    const path = `acme/brains/${TITLE}`;
    page.dispatch(compareRequested({ id, path, rootPath: path, folderId: 'folder-1', folderName: TITLE }));
    await pass(500);
    page.dispatch(pauseComparisonRequested({ id }));
    await pass(MINUTE_MS);
    page.dispatch(resumeComparisonRequested({ id }));
    await pass(MINUTE_MS);
    return page;
  },

  'folder-followed-until-the-dataset-is-complete': async (createStore) => {
    const folder = createFakeFolder();
    const page = await openPage(createStore, { ...createFakeStorage().ports, folders: folder.openPort() });
    folder.write('section 1.tif', 1_000);
    const expected = { sections: 1, channels: [1] };
    const names = { title: TITLE, folderId: 'folder-1', folderName: 'Scan', keyPrefix: `brains/${TITLE}` };
    page.dispatch(followRequested({ ...names, expected, onServer: [] }));
    await pass(MINUTE_MS);
    const id = page.store.getState().follows.items[0]?.id ?? '';
    page.dispatch(setAsideFixRequested({ id, path: 'section 1.tif', fix: { kind: 'rename', newName: NAME } }));
    await pass(MINUTE_MS);
    return page;
  },

  'download-from-queue-to-save': async (createStore) => {
    const page = await openPage(
      createStore,
      serveDownload(inSequence({ json: PREPARING }, { json: { status: 'COMPLETED', url: LINK } })),
    );
    page.dispatch(download);
    await pass(MINUTE_MS);
    return page;
  },

  'download-cancelled-while-preparing': async (createStore) => {
    const page = await openPage(createStore, serveDownload({ json: PREPARING }));
    page.dispatch(download);
    await pass(15_000);
    page.dispatch(cancelDownloadRequested({ id: page.store.getState().downloads.items[0]?.id ?? '' }));
    await pass(MINUTE_MS);
    return page;
  },

  'download-reloaded-while-preparing': async (createStore) => {
    const profile = createFakeProfile();
    const overrides = serveDownload(inSequence({ json: PREPARING }, { json: { status: 'COMPLETED', url: LINK } }));
    const first = await openPage(createStore, overrides, profile);
    first.dispatch(download);
    await pass(15_000);
    first.stop();
    await pass(0);
    const second = await openPage(createStore, overrides, profile);
    await pass(MINUTE_MS);
    return second;
  },
};
