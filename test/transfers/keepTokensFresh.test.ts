import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { pauseRequested, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { createRecordedStore } from '../replay/createRecordedStore';
import { createReplayedPages } from '../replay/expectToReplay';
import { chosenFile } from '../support/chosenFile';
import { anIdToken, createFakePorts, FAKE_NOW_MS, signIn, TIMER_CLOCK } from '../support/fakePorts';
import type { FakeAnswer, RecordedCall } from '../support/fakeServer';
import { pass } from '../support/virtualTime';
import { aFile, bytesOfParts, createFakeStorage } from './uploads/fakeStorage';

const MINUTE_MS = 60_000;
const LIFE_MS = 4 * MINUTE_MS;
const REFRESH = 'POST /auth/token';

const pages = createReplayedPages({ now: FAKE_NOW_MS });

const aToken = (): string => anIdToken({ iat: Date.now() / 1_000, exp: (Date.now() + LIFE_MS) / 1_000 });

/** A server whose access tokens live for four minutes, and a page. PUTs of parts never finish. */
async function visit() {
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
  const ports = createFakePorts({ ...storage.ports, clock: TIMER_CLOCK });
  signIn(ports, { access_token: aToken() });
  const page = createRecordedStore(ports);
  pages.push(page);
  await page.rehydrated();
  const { dispatch } = page.store;
  return {
    dispatch,
    upload: () => {
      const files = [chosenFile(ports, aFile('a.tif', bytesOfParts(1)))];
      dispatch(uploadRequested({ keyPrefix: 'brains', files }));
    },
    refusals,
    refreshes: () => server.story().filter((call) => call === REFRESH).length,
    toasts: () => ports.recorded.toasts,
    pass,
  };
}

describe('keepTokensFresh while transfers run', () => {
  it('refreshes the tokens before they expire, without a refused call or a toast', async () => {
    const { dispatch, pass, refreshes, refusals, toasts } = await visit();
    dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
    await pass(9.5 * MINUTE_MS);
    expect(refreshes()).toBe(3);
    expect(refusals).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('refreshes the tokens while a single part takes longer than their lifetime', async () => {
    const { upload, pass, refreshes } = await visit();
    upload();
    await pass(3.5 * MINUTE_MS);
    expect(refreshes()).toBe(1);
  });
});

describe('keepTokensFresh while no transfer runs', () => {
  it('lets the tokens expire', async () => {
    const { pass, refreshes } = await visit();
    await pass(30 * MINUTE_MS);
    expect(refreshes()).toBe(0);
  });

  it('lets the tokens expire while transfers are paused', async () => {
    const { upload, dispatch, pass, refreshes } = await visit();
    upload();
    await pass(MINUTE_MS);
    dispatch(pauseRequested());
    await pass(30 * MINUTE_MS);
    expect(refreshes()).toBe(0);
  });
});
