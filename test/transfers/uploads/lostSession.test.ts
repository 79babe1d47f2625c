import { logoutRequested } from '../../../src/session/sessionSlice';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createRecordedStore } from '../../replay/createRecordedStore';
import { createReplayedPages } from '../../replay/expectToReplay';
import { chosenFile } from '../../support/chosenFile';
import { createFakePorts, createFakeProfile, signIn } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { aFile, bytesOfParts, createFakeStorage, PUT_MS } from './fakeStorage';

const NAME = 'a.tif';
const pages = createReplayedPages();

/** A browser in which an upload of six parts is running in the first tab, with two parts in flight. */
async function visit() {
  const storage = createFakeStorage();
  const profile = createFakeProfile();
  const openTab = async (isSignedIn: boolean) => {
    const ports = createFakePorts(storage.ports, profile);
    if (isSignedIn) signIn(ports);
    const page = createRecordedStore(ports);
    pages.push(page);
    await page.rehydrated();
    return { ...page, ports };
  };
  const { ports, store } = await openTab(true);
  const file = aFile(NAME, bytesOfParts(6));
  store.dispatch(uploadRequested({ keyPrefix: 'brains', files: [chosenFile(ports, file)] }));
  await pass(PUT_MS / 2);
  return {
    ...storage,
    ports,
    store,
    openTab,
    status: () => store.getState().session.status,
    uploads: () => store.getState().uploads,
    /** Returns how often each part was sent. */
    puts: () =>
      [1, 2, 3, 4, 5, 6].map((part) => storage.operations.filter((operation) => operation === `PUT ${part}`).length),
  };
}

const EACH_ONCE = [1, 1, 1, 1, 1, 1];

describe('losing the session during an upload', () => {
  it('makes the queue wait after a refused refresh until a login in another tab', async () => {
    const { server, answer, status, uploads, puts, operations, openTab, store } = await visit();
    server.on('POST /auth/token', { status: 401 });
    answer('complete', { status: 401 });
    await pass(60_000);
    expect(status()).toBe('loggedOut');
    expect(uploads()).toMatchObject({ status: { kind: 'waiting', reason: 'session' }, files: [[{ name: NAME }]] });
    await openTab(true);
    await pass(60_000);
    expect(status()).toBe('loggedIn');
    expect(uploads().files).toEqual([]);
    expect(puts()).toEqual(EACH_ONCE);
    expect(operations.filter((operation) => operation.startsWith('complete'))).toHaveLength(2);
    expect(store.getState().uploads).not.toHaveProperty('hold');
  });

  it('makes the queue wait if the check on focus finds no session, until the next login', async () => {
    const { ports, status, uploads, puts } = await visit();
    ports.recorded.cookies.delete('S_K');
    ports.control.returnToPage();
    expect(status()).toBe('loggedOut');
    await pass(600_000);
    expect(uploads()).toMatchObject({
      status: { kind: 'waiting', reason: 'session' },
      files: [[{ name: NAME, progress: { phase: 'uploading' } }]],
    });
    expect(puts()).toEqual([1, 1, 0, 0, 0, 0]);
    signIn(ports, { access_token: 'access-2' });
    ports.control.returnToPage();
    await pass(60_000);
    expect(uploads().files).toEqual([]);
    expect(puts()).toEqual(EACH_ONCE);
  });

  it('makes the queue wait after a logout in another tab until the owner signs in again', async () => {
    const { server, ports, status, uploads, puts, openTab } = await visit();
    server.on('POST /auth/token', { status: 401 });
    const other = await openTab(true);
    other.store.dispatch(logoutRequested());
    ports.control.returnToPage();
    await pass(60_000);
    expect(status()).toBe('loggedOut');
    expect(uploads()).toMatchObject({ status: { kind: 'waiting', reason: 'session' }, files: [[{ name: NAME }]] });
    signIn(other.ports);
    other.ports.control.returnToPage();
    await pass(60_000);
    expect(uploads().files).toEqual([]);
    expect(puts()).toEqual(EACH_ONCE);
  });
});

it('does not interrupt a running upload when the session is checked on focus', async () => {
  const { ports, uploads, puts, operations } = await visit();
  for (let turn = 0; turn < 20; turn += 1) {
    signIn(ports, { access_token: `access-${turn}` });
    ports.control.returnToPage();
    await pass(100);
  }
  await pass(60_000);
  expect(uploads().files).toEqual([]);
  expect(puts()).toEqual(EACH_ONCE);
  expect(operations.filter((operation) => operation.startsWith('start'))).toHaveLength(1);
});
