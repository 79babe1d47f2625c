import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { pauseRequested, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { createRecordedStore } from '../replay/createRecordedStore';
import { createReplayedPages } from '../replay/expectToReplay';
import { anIdToken, createFakePorts, createFakeProfile, FAKE_NOW_MS, signIn, TIMER_CLOCK } from '../support/fakePorts';
import type { FakeAnswer, RecordedCall } from '../support/fakeServer';
import { pass } from '../support/virtualTime';
import { aFile, bytesOfParts, createFakeStorage } from './uploads/fakeStorage';

const MINUTE_MS = 60_000;
const LIFE_MS = 4 * MINUTE_MS;
const REFRESH = 'POST /auth/token';

const pages = createReplayedPages({ now: FAKE_NOW_MS });

const aToken = (): string => anIdToken({ iat: Date.now() / 1_000, exp: (Date.now() + LIFE_MS) / 1_000 });

/**
 * A server whose access tokens live for four minutes, and a browser with this many tabs. PUTs of parts never finish.
 */
async function visit({ tabs = 1 } = {}) {
  const storage = createFakeStorage();
  const { server } = storage;
  const refusals: string[] = [];
  /** Responds only to requests with a token that has not expired. */
  const guarded =
    (answer: FakeAnswer) =>
    (call: RecordedCall): FakeAnswer => {
      const token = call.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
      const { exp = 0 } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
        exp?: number;
      };
      if (exp * 1_000 > Date.now()) return answer;
      refusals.push(call.path);
      return { status: 401 };
    };
  server.on('POST /download', guarded({ json: { ref: 'ref-1' } }));
  server.on('GET /download/progress/*', guarded({ json: { status: 'PREPARING' } }));
  server.on(REFRESH, () => ({
    json: { id_token: anIdToken({}), access_token: aToken(), refresh_token: String(Date.now()) },
  }));
  storage.failPart(1, ...Array.from({ length: 9 }, () => 'hanging' as const));
  const profile = createFakeProfile();
  const openTab = async (isFirst: boolean) => {
    const ports = createFakePorts({ ...storage.ports, clock: TIMER_CLOCK }, profile);
    if (isFirst) signIn(ports, { access_token: aToken() });
    const page = createRecordedStore(ports);
    pages.push(page);
    await page.rehydrated();
    const { name, size, lastModified } = aFile('a.tif', bytesOfParts(1));
    const upload = (): void => {
      const id = ports.files.add(aFile(name, size));
      const files = [{ id, name, size, lastModified, webkitRelativePath: '' }];
      page.store.dispatch(uploadRequested({ keyPrefix: 'brains', files }));
    };
    return { ports, upload, dispatch: page.store.dispatch };
  };
  const opened: Awaited<ReturnType<typeof openTab>>[] = [];
  for (let tab = 0; tab < tabs; tab += 1) opened.push(await openTab(tab === 0));
  return {
    tabs: opened,
    refusals,
    refreshes: () => server.story().filter((call) => call === REFRESH).length,
    toasts: () => opened.flatMap(({ ports }) => ports.recorded.toasts),
    pass,
  };
}

describe('keepTokensFresh while transfers run', () => {
  it('refreshes the tokens before they expire, without a refused call or a toast', async () => {
    const { tabs, pass, refreshes, refusals, toasts } = await visit();
    tabs[0]?.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
    await pass(9.5 * MINUTE_MS);
    expect(refreshes()).toBe(3);
    expect(refusals).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('refreshes the tokens while a single part takes longer than their lifetime', async () => {
    const { tabs, pass, refreshes } = await visit();
    tabs[0]?.upload();
    await pass(3.5 * MINUTE_MS);
    expect(refreshes()).toBe(1);
  });

  it('refreshes the tokens once for all tabs', async () => {
    const { tabs, pass, refreshes, toasts } = await visit({ tabs: 3 });
    tabs[0]?.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
    for (const { upload } of tabs) upload();
    await pass(3.5 * MINUTE_MS);
    expect(refreshes()).toBe(1);
    expect(toasts()).toEqual([]);
  });

  it('refreshes expired tokens once before the first call after the computer slept', async () => {
    const { tabs, pass, refreshes, refusals, toasts } = await visit({ tabs: 2 });
    tabs[0]?.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
    tabs[1]?.upload();
    await pass(MINUTE_MS);
    jest.setSystemTime(Date.now() + 600 * MINUTE_MS);
    await pass(MINUTE_MS);
    expect(refreshes()).toBe(1);
    expect(refusals).toEqual([]);
    expect(toasts()).toEqual([]);
  });
});

describe('keepTokensFresh while no transfer runs', () => {
  it('lets the tokens expire', async () => {
    const { pass, refreshes } = await visit();
    await pass(30 * MINUTE_MS);
    expect(refreshes()).toBe(0);
  });

  it('lets the tokens expire while transfers are paused', async () => {
    const { tabs, pass, refreshes } = await visit();
    tabs[0]?.upload();
    await pass(MINUTE_MS);
    tabs[0]?.dispatch(pauseRequested());
    await pass(30 * MINUTE_MS);
    expect(refreshes()).toBe(0);
  });
});
