import type { Ports } from '../../../src/platform/ports';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { downloadRequested } from '../../../src/transfers/downloads/downloadsSlice';
import {
  archivesRequested,
  clearReceiptsRequested,
  saveAgainRequested,
  selectOwnSaved,
} from '../../../src/transfers/history/historySlice';
import { createRecordedStore, type RecordedStore } from '../../replay/createRecordedStore';
import { expectToReplay } from '../../replay/expectToReplay';
import { anOwner } from '../../support/builders';
import { createFakePorts, FAKE_NOW_MS, signedInPorts, signIn, type FakePorts } from '../../support/fakePorts';
import { createFakeServer, type FakeAnswer, type FakeHandler } from '../../support/fakeServer';
import { pass } from '../../support/virtualTime';

const PROGRESS = 'GET /download/progress/ref-1';
const LINK = 'https://files.test/TC042.zip?signature=1';
const FRESH = 'https://files.test/TC042.zip?signature=2';

let testStore: RecordedStore | undefined;

beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  if (testStore !== undefined) await expectToReplay(testStore);
  testStore?.stop();
});

/** Creates a store whose user has just saved a download. */
async function visitAfterSave(saving: (ports: FakePorts) => Partial<Ports> = () => ({})) {
  const server = createFakeServer({
    'POST /download': { json: { ref: 'ref-1', url: LINK, totalSize: 7 } },
    [PROGRESS]: { json: { status: 'COMPLETED', url: LINK } },
  });
  const ports = createFakePorts({ fetch: server.fetch });
  Object.assign(ports, saving({ ...ports }));
  signIn(ports);
  const made = createRecordedStore(ports);
  testStore = made;
  await made.rehydrated();
  const { store } = made;
  store.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
  await pass(20_000);
  expect(ports.recorded.saves).toHaveLength(1);
  server.calls.splice(0);
  const saved = () => selectOwnSaved(store.getState());
  return {
    server,
    ports,
    store,
    pass,
    saved,
    saveAgain: async (answer?: FakeAnswer | FakeHandler) => {
      if (answer !== undefined) server.on(PROGRESS, answer);
      store.dispatch(saveAgainRequested({ id: saved()[0]?.id ?? '' }));
      await pass(0);
    },
    links: () => ports.recorded.saves.map(({ url }) => url),
    toasts: () => ports.recorded.toasts.map(({ text }) => text),
  };
}

describe('the history of downloads', () => {
  it('survives a reload without keeping a URL, and saves an archive again from a fresh one', async () => {
    const first = await visitAfterSave();
    const kept = await first.ports.records('archives').readAll();
    expect([...(kept?.values() ?? [])]).toMatchObject([
      { title: 'TC042', downloadId: 'ref-1', totalSize: 7, savedAt: FAKE_NOW_MS },
    ]);
    expect(JSON.stringify([...(kept?.values() ?? [])])).not.toContain('signature');
    testStore?.stop();

    const ports = signedInPorts({ fetch: first.server.fetch, records: first.ports.records });
    const made = createRecordedStore(ports);
    testStore = made;
    await made.rehydrated();
    made.store.dispatch(archivesRequested());
    await first.pass(0);
    const [archive] = selectOwnSaved(made.store.getState());
    expect(archive).toMatchObject({ title: 'TC042', totalSize: 7, url: '', status: 'available' });
    first.server.on(PROGRESS, { json: { status: 'COMPLETED', url: FRESH } });
    made.store.dispatch(saveAgainRequested({ id: archive?.id ?? '' }));
    await first.pass(0);
    expect(ports.recorded.saves.map(({ url }) => url)).toEqual([FRESH]);
  });

  it('deletes an archive that the server no longer has, which does not reappear after a reload', async () => {
    const { ports, saveAgain } = await visitAfterSave();
    await saveAgain({ json: { status: 'FAILED', code: 'NOT_FOUND' } });
    expect((await ports.records('archives').readAll())?.size).toBe(0);
  });

  it('adds an archive when it is saved', async () => {
    const { store, saved } = await visitAfterSave();
    expect(store.getState().downloads.items).toEqual([]);
    expect(saved()).toMatchObject([
      { title: 'TC042', zipFileName: 'acme-brains-TC042.zip', downloadId: 'ref-1', url: LINK, savedAt: FAKE_NOW_MS },
    ]);
  });

  it('saves an archive again from a fresh URL', async () => {
    const { saveAgain, links, server, saved, ports } = await visitAfterSave();
    ports.control.setNow(FAKE_NOW_MS + 60_000);
    await saveAgain({ json: { status: 'COMPLETED', url: FRESH } });
    expect(server.story()).toEqual([PROGRESS]);
    expect(links()).toEqual([LINK, FRESH]);
    expect(saved()).toMatchObject([{ url: FRESH, savedAt: FAKE_NOW_MS + 60_000 }]);
  });

  it('ignores a second request while the first is in flight', async () => {
    const { saveAgain, links, server } = await visitAfterSave();
    let answer: (given: FakeAnswer) => void = () => undefined;
    await saveAgain(() => new Promise((resolve) => (answer = resolve)));
    await saveAgain();
    answer({ json: { status: 'COMPLETED', url: FRESH } });
    await pass(0);
    expect(server.calls).toHaveLength(1);
    expect(links()).toEqual([LINK, FRESH]);
  });

  it.each([
    ['does not know it', { status: 404, json: { code: 'NOT_FOUND', msg: 'gone' } }],
    ['has no URL', { json: { status: 'NO_SUCH_UPLOAD' } }],
    ['returns an invalid URL', { json: { status: 'COMPLETED', url: 'javascript:alert(1)' } }],
  ])('marks an archive as expired if the server %s', async (_, answer) => {
    const { saveAgain, links, toasts, saved } = await visitAfterSave();
    await saveAgain(answer);
    expect(links()).toEqual([LINK]);
    expect(saved()).toMatchObject([{ status: 'expired' }]);
    expect(toasts()).toEqual(['The link to this archive has expired. Start the download again.']);
  });

  it.each([
    ['refuses', { status: 400, json: { msg: 'busy' } }, 'Request failed with Error busy'],
    [
      'is unreachable',
      'unreachable',
      'Request failed with Error The server could not be reached. Check your connection and try again.',
    ],
    [
      'is still preparing it',
      { json: { status: 'PREPARING' } },
      'The server is still preparing this archive. Try again later.',
    ],
  ] as const)('lets the user try again if the server %s', async (_, answer, words) => {
    const { saveAgain, links, toasts, saved, pass } = await visitAfterSave();
    await saveAgain(answer);
    await pass(60_000);
    expect(toasts()).toEqual([words]);
    expect(saved()).toMatchObject([{ status: 'available' }]);
    await saveAgain({ json: { status: 'COMPLETED', url: FRESH } });
    expect(links()).toEqual([LINK, FRESH]);
  });

  it('hides the archives of other users and does not save them for others', async () => {
    const { store, saveAgain, saved, links, pass } = await visitAfterSave();
    let answer: (given: FakeAnswer) => void = () => undefined;
    await saveAgain(() => new Promise((resolve) => (answer = resolve)));
    store.dispatch(loginFound(anOwner({ userId: 'user-2' })));
    answer({ json: { status: 'COMPLETED', url: FRESH } });
    await pass(0);
    expect(saved()).toEqual([]);
    expect(links()).toEqual([LINK]);
    store.dispatch(sessionLost());
    expect(saved()).toEqual([]);
    store.dispatch(loginFound(anOwner()));
    expect(saved()).toHaveLength(1);
  });

  it('survives an error while saving', async () => {
    let isBroken = false;
    const { saveAgain, store, pass, ports } = await visitAfterSave(({ saveToDisk }) => ({
      saveToDisk: (...args) => {
        if (isBroken) throw new Error('no anchor');
        saveToDisk(...args);
      },
    }));
    isBroken = true;
    await saveAgain({ json: { status: 'COMPLETED', url: FRESH } });
    expect(ports.recorded.logs).toEqual([expect.stringContaining('no anchor')]);
    const { receiptChanges } = store.getState().history;
    store.dispatch(clearReceiptsRequested({ keys: [] }));
    await pass(0);
    expect(store.getState().history.receiptChanges).toBe(receiptChanges + 1);
    testStore?.stop();
    // Recordings cannot replay exceptions of ports.
    testStore = undefined;
  });
});
