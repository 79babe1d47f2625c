import { DOWNLOAD_LIST_KEY } from '@data-manager/domain/constants';
import type { DownloadItem } from '@data-manager/domain/downloads/download';
import { logoutRequested } from '../../../src/session/sessionSlice';
import { placeDeleted, placeRestored } from '../../../src/transfers/deletedPlaces';
import {
  cancelRequested,
  clearAllRequested,
  downloadRequested,
  removeRequested,
  retryRequested,
} from '../../../src/transfers/downloads/downloadsSlice';
import { createRecordedStore } from '../../replay/createRecordedStore';
import { createReplayedPages } from '../../replay/expectToReplay';
import { createFakePorts, createFakeProfile, signIn } from '../../support/fakePorts';
import { createFakeServer, type FakeAnswer, type FakeHandler } from '../../support/fakeServer';
import { pass } from '../../support/virtualTime';

const START = 'POST /download';
const CANCEL = 'DELETE /download/cancel';
const asking = (path: string) => downloadRequested({ path: `acme/${path}`, title: path, downsampled: false });

const pages = createReplayedPages();

/** Opens a browser profile over a server that completes every archive within 10 s unless routes override it. */
function openProfile(routes: Readonly<Record<string, FakeHandler | FakeAnswer>> = {}) {
  let refs = 0;
  const profile = createFakeProfile();
  const server = createFakeServer({
    [START]: () => ({ json: { ref: `ref-${(refs += 1)}` } }),
    'GET /download/progress/*': ({ path }) => ({
      json: { status: 'COMPLETED', url: `https://files.test/${path.split('/').at(-1) ?? ''}` },
    }),
    [CANCEL]: { json: {} },
    ...routes,
  });
  const openTab = async (isSignedIn = true) => {
    const ports = createFakePorts({ fetch: server.fetch }, profile);
    if (isSignedIn) signIn(ports);
    const page = createRecordedStore(ports);
    const { store, rehydrated, stop } = page;
    pages.push(page);
    await rehydrated();
    const items = (): readonly DownloadItem[] => store.getState().downloads.items;
    return {
      ports,
      ask: store.dispatch,
      items,
      paths: () => items().map(({ path }) => path),
      idOf: (path: string) => items().find((item) => item.path === `acme/${path}`)?.id ?? '',
      saves: () => ports.recorded.saves.map(({ url }) => url),
      toasts: () => ports.recorded.toasts.map(({ text }) => text),
      history: () => store.getState().history.saved,
      status: () => store.getState().session.status,
      actions: () => page.actions,
      close: stop,
    };
  };
  return {
    server,
    profile,
    openTab,
    /** Holds the lock, so that no tab drives until the returned function is called. */
    withhold: () => profile.locks.acquire('data-manager-downloads', new AbortController().signal),
    count: (call: string) => server.story().filter((one) => one.startsWith(call)).length,
  };
}

describe('two tabs of a profile', () => {
  it('shows one list in two tabs, and starts, polls and saves each archive once', async () => {
    const { openTab, server } = openProfile();
    const [first, second] = [await openTab(), await openTab()];
    first.ask(asking('a'));
    second.ask(asking('b'));
    await pass(0);
    expect(first.paths()).toEqual(['acme/a', 'acme/b']);
    expect(second.items()).toEqual(first.items());
    await pass(60_000);
    expect(server.story()).toEqual([START, 'GET /download/progress/ref-1', START, 'GET /download/progress/ref-2']);
    expect(first.saves()).toEqual(['https://files.test/ref-1', 'https://files.test/ref-2']);
    expect(second.saves()).toEqual([]);
    expect([first.items(), second.items()]).toEqual([[], []]);
  });

  it('lists a saved archive in the history of both tabs', async () => {
    const { openTab } = openProfile();
    const [first, second] = [await openTab(), await openTab()];
    second.ask(asking('a'));
    await pass(60_000);
    expect(first.history()).toMatchObject([{ title: 'a', downloadId: 'ref-1', url: 'https://files.test/ref-1' }]);
    expect(second.history()).toEqual(first.history());
  });

  it('removes, cancels, retries and clears the downloads of another tab', async () => {
    let isRefused = false;
    const { openTab, count } = openProfile({
      [START]: () => (isRefused ? { status: 400, json: { msg: 'Too large' } } : { json: { ref: 'ref-1' } }),
      'GET /download/progress/*': { json: { status: 'PREPARING' } },
    });
    const [first, second] = [await openTab(), await openTab()];
    for (const path of ['a', 'b', 'c', 'd']) first.ask(asking(path));
    await pass(0);
    second.ask(removeRequested({ id: second.idOf('b') }));
    await pass(0);
    expect(first.paths()).toEqual(['acme/a', 'acme/c', 'acme/d']);
    isRefused = true;
    second.ask(cancelRequested({ id: second.idOf('a') }));
    await pass(1_000);
    expect(count(CANCEL)).toBe(1);
    expect(second.items()).toMatchObject([
      { failure: { message: 'Too large' } },
      { failure: { message: 'Too large' } },
    ]);
    isRefused = false;
    second.ask(retryRequested({ id: second.idOf('d') }));
    await pass(1);
    expect(first.items()).toMatchObject([{ path: 'acme/c' }, { path: 'acme/d', downloadId: 'ref-1' }]);
    second.ask(clearAllRequested({ ids: second.items().map(({ id }) => id) }));
    await pass(0);
    expect([first.paths(), second.paths()]).toEqual([['acme/d'], ['acme/d']]);
  });

  it('keeps a download that was queued in one tab when the other one clears those that it shows', async () => {
    const { openTab } = openProfile({ [START]: 'hanging' });
    const [first, second] = [await openTab(), await openTab()];
    for (const path of ['a', 'b']) first.ask(asking(path));
    await pass(0);
    const ids = second.items().map(({ id }) => id);
    first.ask(asking('c'));
    second.ask(clearAllRequested({ ids }));
    await pass(0);
    expect([first.paths(), second.paths()]).toEqual([['acme/c'], ['acme/c']]);
  });

  it('shows the toasts of a download in both tabs', async () => {
    const { openTab } = openProfile({ [START]: { status: 400, json: { msg: 'no' } } });
    const [first, second] = [await openTab(), await openTab()];
    second.ask(asking('a'));
    await pass(0);
    expect([first.toasts(), second.toasts()]).toEqual([['error starting download'], ['error starting download']]);
  });

  it('leaves writing the stored list to the driver', async () => {
    const { openTab, profile } = openProfile({ [START]: 'hanging' });
    const first = await openTab();
    first.ask(asking('a'));
    await pass(0);
    const opening = openTab();
    first.ask(asking('b'));
    const second = await opening;
    await pass(60_000);
    expect(second.paths()).toEqual(['acme/a', 'acme/b']);
    expect(profile.stored.get(DOWNLOAD_LIST_KEY)).toContain('acme/b');
  });

  it('continues after a sign-in in either tab', async () => {
    const { openTab, server } = openProfile();
    const first = await openTab(false);
    expect(first.status()).toBe('loggedOut');
    const second = await openTab();
    second.ask(asking('a'));
    await pass(20_000);
    expect(first.status()).toBe('loggedIn');
    expect(server.story()).toEqual([START, 'GET /download/progress/ref-1']);
    expect(first.saves()).toHaveLength(1);
  });
});

describe('when the driver closes', () => {
  it('the next driver continues without a second start', async () => {
    const { openTab, server } = openProfile();
    const [first, second] = [await openTab(), await openTab()];
    first.ask(asking('a'));
    first.ask(asking('b'));
    await pass(5_000);
    first.close();
    await pass(60_000);
    expect(server.story()).toEqual([START, 'GET /download/progress/ref-1', START, 'GET /download/progress/ref-2']);
    expect([first.saves().length, second.saves().length]).toEqual([0, 2]);
  });
});

it('a logout in one tab keeps the stored list', async () => {
  const { openTab, profile } = openProfile({ 'GET /download/progress/*': { json: { status: 'PREPARING' } } });
  const [first, second] = [await openTab(), await openTab()];
  first.ask(asking('a'));
  await pass(0);
  second.ask(logoutRequested());
  await pass(60_000);
  expect([...profile.stored.keys()]).toEqual([DOWNLOAD_LIST_KEY]);
  expect(profile.stored.get(DOWNLOAD_LIST_KEY)).toContain('acme/a');
});

describe('a deleted project or dataset', () => {
  it('removes its downloads from the list of every tab and cancels them on the server', async () => {
    const { openTab, count } = openProfile({ 'GET /download/progress/*': { json: { status: 'PREPARING' } } });
    const [first, second] = [await openTab(), await openTab()];
    first.ask(asking('brains/TC042'));
    first.ask(asking('brains/TC042/raw'));
    first.ask(asking('brains/TC043'));
    await pass(1_000);
    second.ask(placeDeleted({ path: 'acme/brains/TC042', isPermanent: false }));
    await pass(1_000);
    expect(first.paths()).toEqual(['acme/brains/TC043']);
    expect(second.paths()).toEqual(['acme/brains/TC043']);
    expect(count(CANCEL)).toBe(1);
  });

  it('is reported to the other tabs, also when its deletion is undone', async () => {
    const { openTab } = openProfile();
    const [first, second] = [await openTab(), await openTab()];
    first.ask(placeDeleted({ path: 'acme/brains', isPermanent: false }));
    first.ask(placeRestored({ path: 'acme/brains' }));
    await pass(0);
    const reported = second.actions().filter(({ type }) => type.startsWith('places/'));
    expect(reported.map(({ type }) => type)).toEqual([placeDeleted.type, placeRestored.type]);
    await pass(1_000);
    expect(first.actions().filter(({ type }) => type.startsWith('places/'))).toHaveLength(2);
  });
});
