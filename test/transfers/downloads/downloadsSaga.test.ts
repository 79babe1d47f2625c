import { DOWNLOAD_LIST_KEY } from '@data-manager/domain/constants';
import { toStoredDownload, type DownloadItem } from '@data-manager/domain/downloads/download';
import { omit } from '@data-manager/lib/omit';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { cancelRequested, downloadRequested, retryRequested } from '../../../src/transfers/downloads/downloadsSlice';
import { createRecordedStore, type RecordedStore } from '../../replay/createRecordedStore';
import { expectToReplay } from '../../replay/expectToReplay';
import { aDownload, anOwner } from '../../support/builders';
import { createFakePorts, signIn } from '../../support/fakePorts';
import { createFakeServer, inSequence, type FakeAnswer, type FakeHandler } from '../../support/fakeServer';
import { pass } from '../../support/virtualTime';

const FOLDER = { path: 'acme/brains/TC042', title: 'TC042', downsampled: false };
const LINK = 'https://files.test/TC042.zip';
const START = 'POST /download';
const PROGRESS = 'GET /download/progress/ref-1';
const CANCEL = 'DELETE /download/cancel';

let testStore: RecordedStore | undefined;

beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  if (testStore !== undefined) await expectToReplay(testStore);
  testStore?.stop();
});

/** Opens the app's store over a fake server, signed in, with an optional list from the last visit. */
async function visit(
  routes: Readonly<Record<string, FakeHandler | FakeAnswer>>,
  {
    stored,
    owner = anOwner(),
  }: { stored?: readonly (DownloadItem | null | object)[]; owner?: ReturnType<typeof anOwner> } = {},
) {
  const server = createFakeServer({ [START]: { json: { ref: 'ref-1' } }, [CANCEL]: { json: {} }, ...routes });
  const ports = createFakePorts({ fetch: server.fetch });
  signIn(ports, { user_id: owner.userId });
  if (stored !== undefined) {
    const list = {
      items: JSON.stringify(stored.map((item) => (item !== null && 'phase' in item ? toStoredDownload(item) : item))),
      _persist: '{"version":-1,"rehydrated":true}',
    };
    ports.localStorage.set(DOWNLOAD_LIST_KEY, JSON.stringify(list));
  }
  const made = createRecordedStore(ports);
  testStore = made;
  await made.rehydrated();
  const { store, story } = made;
  return {
    server,
    ports,
    store,
    story: () => story().filter((type) => type.startsWith('downloads/')),
    items: (): readonly DownloadItem[] => store.getState().downloads.items,
    firstId: () => store.getState().downloads.items[0]?.id ?? '',
    pass,
  };
}

describe('a download in the store', () => {
  it('is started, polled every 10 s, saved 2 s after it is ready and removed', async () => {
    const preparing = { status: 'PREPARING', completedSize: 25, totalSize: 100 };
    const { server, store, ports, items, pass, story } = await visit({
      [PROGRESS]: inSequence({ json: preparing }, { json: { status: 'COMPLETED', url: LINK } }),
    });
    store.dispatch(downloadRequested(FOLDER));
    await pass(0);
    expect(server.calls[0]?.body).toEqual({
      onlyDownSamples: false,
      folder: 'acme/brains/TC042',
      zipFileName: 'acme-brains-TC042.zip',
    });
    await pass(9_999);
    expect(server.story()).toEqual([START]);
    await pass(1);
    expect(server.story()).toEqual([START, PROGRESS]);
    expect(items()[0]).toMatchObject({ completedSize: 25, totalSize: 100 });
    await pass(10_000);
    await pass(1_999);
    expect(ports.recorded.saves).toEqual([]);
    await pass(1);
    expect(ports.recorded.saves).toEqual([{ url: LINK, fileName: 'acme-brains-TC042.zip' }]);
    expect(items()).toEqual([]);
    expect(story()).toEqual([
      // Once as a follower, once as the driver.
      ...['downloads/downloadsRestored', 'downloads/downloadsRestored'],
      'downloads/downloadRequested',
      'downloads/downloadQueued',
      'downloads/downloadStarted',
      'downloads/progressReceived',
      'downloads/downloadReady',
      'downloads/downloadSaved',
    ]);
  });

  it('requests a set of files and is ready immediately if the start returns a URL', async () => {
    const { server, store, ports, pass } = await visit({ [START]: { json: { ref: 'ref-1', url: LINK } } });
    store.dispatch(downloadRequested({ path: ['acme/b/2', 'acme/b/1'], title: '2 files', downsampled: true }));
    await pass(2_000);
    expect(server.calls[0]?.body).toMatchObject({ onlyDownSamples: true, files: ['acme/b/2', 'acme/b/1'] });
    expect(ports.recorded.saves).toHaveLength(1);
    expect(ports.recorded.saves[0]?.fileName).toMatch(/^downsampled_files_[0-9a-f]{32}\.zip$/);
    expect(server.story()).toEqual([START]);
  });

  it.each([
    ['the start', { [START]: { json: { ref: 'r', url: LINK, totalFiles: 1 } } }, 0],
    ['the last poll', { [PROGRESS]: { json: { status: 'COMPLETED', url: LINK, totalFiles: 1 } } }, 10_000],
  ])('warns before saving if %s reports fewer files than requested', async (_, routes, readyMs) => {
    const { store, ports, pass } = await visit(routes);
    store.dispatch(downloadRequested({ path: ['acme/b/2', 'acme/b/1'], title: '2 files', downsampled: false }));
    await pass(readyMs);
    expect(ports.recorded.saves).toEqual([]);
    expect(ports.recorded.toasts).toEqual([
      {
        text: expect.stringMatching(/^The archive of 2 files contains 1 of 2 requested files\./) as string,
        severity: 'warning',
      },
    ]);
    await pass(2_000);
    expect(ports.recorded.saves).toHaveLength(1);
    expect(ports.recorded.toasts).toHaveLength(1);
  });

  it('waits for the active download to finish', async () => {
    const { server, store, pass } = await visit({
      [START]: inSequence({ json: { ref: 'ref-1' } }, { json: { ref: 'ref-2' } }),
      [PROGRESS]: { json: { status: 'NO_SUCH_UPLOAD', url: LINK } },
    });
    store.dispatch(downloadRequested(FOLDER));
    store.dispatch(downloadRequested({ ...FOLDER, path: 'acme/brains/TC043' }));
    await pass(11_999);
    expect(server.story()).toEqual([START, PROGRESS]);
    await pass(1);
    expect(server.story()).toEqual([START, PROGRESS, START]);
  });

  it.each<[string, FakeAnswer]>([
    ['ends without a URL', { json: { status: 'COMPLETED' } }],
    ['is cleaned up without a URL', { json: { status: 'NO_SUCH_UPLOAD' } }],
    ['has failed', { json: { status: 'FAILED' } }],
    ['is unknown to the server', { status: 404, json: { msg: 'Unknown', code: 'NOT_FOUND' } }],
    ['has an invalid URL', { json: { status: 'COMPLETED', url: 'javascript:alert(1)' } }],
  ])('is removed with a toast if it %s', async (_, answer) => {
    const { store, ports, items, pass } = await visit({ [PROGRESS]: answer });
    store.dispatch(downloadRequested(FOLDER));
    await pass(12_000);
    expect(items()).toEqual([]);
    expect(ports.recorded.saves).toEqual([]);
    expect(ports.recorded.toasts).toEqual([
      {
        text: 'The archive of TC042 could not be created. Start the download again.',
        severity: 'error',
      },
    ]);
  });

  it('keeps polling while the server is unreachable', async () => {
    let isBack = false;
    const { store, ports, items, pass } = await visit({
      [PROGRESS]: () => (isBack ? { json: { status: 'COMPLETED', url: LINK } } : 'unreachable'),
    });
    store.dispatch(downloadRequested(FOLDER));
    await pass(3_600_000);
    expect(items()[0]).toMatchObject({ downloadId: 'ref-1', lastPollError: { kind: 'unreachable' } });
    expect(ports.recorded.toasts).toEqual([]);
    isBack = true;
    await pass(12_000);
    expect(ports.recorded.saves).toHaveLength(1);
  });

  it.each<[string, (visited: Awaited<ReturnType<typeof visit>>) => void]>([
    ['the network comes back', ({ ports }) => ports.control.setOnline(true)],
    ['the user returns to the page', ({ ports }) => ports.control.returnToPage()],
  ])('polls within 2 s when %s, even if a request hangs', async (_, wake) => {
    let isBack = false;
    const visited = await visit({
      [PROGRESS]: () => (isBack ? { json: { status: 'PREPARING', completedSize: 9 } } : 'hanging'),
    });
    const { server, store, items, pass } = visited;
    store.dispatch(downloadRequested(FOLDER));
    await pass(3_600_000);
    const asked = server.calls.length;
    isBack = true;
    wake(visited);
    wake(visited);
    await pass(2_000);
    expect(items()[0]).toMatchObject({ completedSize: 9 });
    expect(server.calls).toHaveLength(asked + 1);
    wake(visited);
    await pass(2_000);
    expect(server.calls).toHaveLength(asked + 2);
  });

  it.each<[string, FakeAnswer, string]>([
    ['refused', { status: 400, json: { msg: 'Bad reference' } }, 'Request failed with Error Bad reference'],
    ['forbidden', { status: 403, json: {} }, 'Forbidden access. Request admin to perform this action'],
    ['answered with a server error', { status: 500, json: { msg: 'Boom' } }, 'Request failed with Error Boom'],
    ['answered with an invalid body', { json: { status: 'DREAMING' } }, 'Request failed with Error The response of'],
  ])('shows one toast if polls are %s, keeps the reason and keeps polling', async (_, refusal, words) => {
    let isRefused = true;
    const { store, ports, items, pass } = await visit({
      [PROGRESS]: () => (isRefused ? refusal : { json: { status: 'PREPARING' } }),
    });
    store.dispatch(downloadRequested(FOLDER));
    await pass(120_000);
    expect(ports.recorded.toasts).toEqual([{ text: expect.stringContaining(words) as string, severity: 'error' }]);
    expect(items()[0]).toHaveProperty('lastPollError.kind');
    isRefused = false;
    await pass(30_000);
    expect(items()[0]).not.toHaveProperty('lastPollError');
  });

  it('shows one toast per kind of refusal', async () => {
    const [forbidden, nonsense] = [{ status: 403, json: {} }, { json: {} }];
    const { store, ports, pass } = await visit({
      [PROGRESS]: inSequence(forbidden, nonsense, { json: { status: 'PREPARING' } }, forbidden, nonsense),
    });
    store.dispatch(downloadRequested(FOLDER));
    await pass(60_000);
    expect(ports.recorded.toasts).toHaveLength(2);
  });

  it('keeps the reason for a failed start, does not block the next download and can be retried', async () => {
    const refused = { status: 400, json: { msg: 'Too large' } };
    const { store, ports, items, pass, firstId, server } = await visit({
      [START]: inSequence(refused, { json: { ref: 'ref-1', url: LINK } }),
    });
    store.dispatch(downloadRequested(FOLDER));
    store.dispatch(downloadRequested({ ...FOLDER, downsampled: true }));
    await pass(2_000);
    expect(ports.recorded.toasts).toEqual([{ text: 'error starting download', severity: 'error' }]);
    expect(items()).toMatchObject([{ failure: { kind: 'refused', message: 'Too large' } }]);
    expect(ports.recorded.saves).toHaveLength(1);
    store.dispatch(retryRequested({ id: firstId() }));
    await pass(2_000);
    expect(ports.recorded.toasts).toEqual([]);
    expect(ports.recorded.saves).toHaveLength(2);
    expect(server.story()).toEqual([START, START, START]);
  });

  it('shows that an admin can help if the start is forbidden', async () => {
    const { store, ports, pass } = await visit({ [START]: { status: 403, json: { msg: 'no' } } });
    store.dispatch(downloadRequested(FOLDER));
    await pass(0);
    expect(ports.recorded.toasts.map(({ text }) => text)).toEqual([
      'error starting download',
      'Forbidden access. Request admin to perform this action',
    ]);
  });
});

describe('cancelling a download', () => {
  it('stops polling, cancels on the server and removes the download', async () => {
    const { store, items, pass, firstId, server, story } = await visit({
      [PROGRESS]: { json: { status: 'PREPARING' } },
    });
    store.dispatch(downloadRequested(FOLDER));
    await pass(10_000);
    store.dispatch(cancelRequested({ id: firstId() }));
    await pass(60_000);
    expect(server.story()).toEqual([START, PROGRESS, CANCEL]);
    expect(server.calls.at(-1)?.body).toEqual({ refId: 'ref-1' });
    expect(items()).toEqual([]);
    expect(story().slice(-3)).toEqual([
      'downloads/cancelRequested',
      'downloads/cancellingStarted',
      'downloads/downloadCancelled',
    ]);
  });

  it('saves nothing if the archive becomes ready at the same time', async () => {
    let answer: (answer: FakeAnswer) => void = () => undefined;
    const { store, items, pass, firstId, ports } = await visit({
      [PROGRESS]: () => new Promise<FakeAnswer>((resolve) => (answer = resolve)),
    });
    store.dispatch(downloadRequested(FOLDER));
    await pass(10_000);
    store.dispatch(cancelRequested({ id: firstId() }));
    answer({ json: { status: 'COMPLETED', url: LINK } });
    await pass(60_000);
    expect(items()).toEqual([]);
    expect(ports.recorded.saves).toEqual([]);
  });

  it('removes the download and logs it if the server is unreachable', async () => {
    const { store, items, pass, firstId, ports } = await visit({ [CANCEL]: 'unreachable' });
    store.dispatch(downloadRequested(FOLDER));
    await pass(0);
    store.dispatch(cancelRequested({ id: firstId() }));
    await pass(0);
    expect(items()).toEqual([]);
    expect(ports.recorded.logs).toEqual(['A cancelled download was not confirmed: unreachable']);
  });

  it('only removes a ready download', async () => {
    const { store, items, pass, firstId, ports, server } = await visit({ [START]: { json: { ref: 'r', url: LINK } } });
    store.dispatch(downloadRequested(FOLDER));
    await pass(1_000);
    store.dispatch(cancelRequested({ id: firstId() }));
    await pass(10_000);
    expect(items()).toEqual([]);
    expect(ports.recorded.saves).toEqual([]);
    expect(server.story()).toEqual([START]);
  });
});

describe('the stored list after a reload', () => {
  it('continues to poll a preparing download without a second start', async () => {
    const { server, ports, pass } = await visit(
      { [PROGRESS]: { json: { status: 'COMPLETED', url: LINK } } },
      { stored: [aDownload({ phase: 'preparing' })] },
    );
    await pass(12_000);
    expect(server.story()).toEqual([PROGRESS]);
    expect(ports.recorded.saves).toHaveLength(1);
  });

  it('requests a fresh URL for a ready download immediately and saves it once', async () => {
    const fresh = 'https://files.test/TC042.zip?fresh';
    const { server, ports, items, pass } = await visit(
      { [PROGRESS]: { json: { status: 'COMPLETED', url: fresh } } },
      { stored: [aDownload({ phase: 'ready' })] },
    );
    await pass(2_000);
    expect(ports.recorded.saves.map(({ url }) => url)).toEqual([fresh]);
    await pass(60_000);
    expect(ports.recorded.saves).toHaveLength(1);
    expect(server.story()).toEqual([PROGRESS]);
    expect(items()).toEqual([]);
  });

  it.each<[string, FakeAnswer]>([
    ['it is gone', { json: { status: 'NO_SUCH_UPLOAD' } }],
    ['the server does not know it', { status: 404, json: { code: 'NOT_FOUND' } }],
  ])('removes a ready download with a toast if %s', async (_, answer) => {
    const { ports, items, pass } = await visit({ [PROGRESS]: answer }, { stored: [aDownload({ phase: 'ready' })] });
    await pass(60_000);
    expect(items()).toEqual([]);
    expect(ports.recorded.saves).toEqual([]);
    expect(ports.recorded.toasts.map(({ text }) => text)).toEqual([
      'The archive of TC042 is no longer available. Start the download again.',
    ]);
  });

  it('saves a ready download without a downloadId from its stored URL', async () => {
    const older = omit(aDownload({ phase: 'ready' }), 'downloadId');
    const { server, ports, pass } = await visit({}, { stored: [older] });
    await pass(2_000);
    expect(ports.recorded.saves).toHaveLength(1);
    expect(server.story()).toEqual([]);
  });

  it('keeps a failed start until the user retries it', async () => {
    const stored = [aDownload({ phase: 'failed', failure: { kind: 'refused', status: 400, message: 'Too large' } })];
    const { server, store, items, pass, firstId } = await visit({}, { stored });
    await pass(60_000);
    expect(items()).toMatchObject([{ failure: { message: 'Too large' } }]);
    expect(server.story()).toEqual([]);
    store.dispatch(retryRequested({ id: firstId() }));
    await pass(0);
    expect(server.story()).toEqual([START]);
  });

  it('cancels what was being cancelled and keeps the order of the queue', async () => {
    const stored = [
      aDownload({ id: 'c', phase: 'cancelling', downloadId: 'ref-c', path: 'acme/c' }),
      aDownload({ id: 'p', phase: 'preparing' }),
      aDownload({ id: 'q', path: 'acme/q' }),
    ];
    const { server, items, pass } = await visit({ [PROGRESS]: { json: { status: 'PREPARING' } } }, { stored });
    await pass(10_000);
    expect(server.story()).toEqual([CANCEL, PROGRESS]);
    expect(server.calls[0]?.body).toEqual({ refId: 'ref-c' });
    expect(items().map(({ id }) => id)).toEqual(['p', 'q']);
  });

  it('drops unreadable items with a toast and keeps the rest', async () => {
    const { ports, items } = await visit({}, { stored: [null, { title: 'no path' }, aDownload()] });
    expect(items()).toMatchObject([{ id: 'download-1' }]);
    expect(ports.recorded.toasts).toEqual([
      {
        text: '2 stored downloads could not be read and were removed. Start them again.',
        severity: 'warning',
      },
    ]);
  });

  it('does not drive the downloads of another user', async () => {
    const stored = [aDownload({ phase: 'ready' })];
    const { server, store, ports, items, pass } = await visit(
      { [PROGRESS]: { json: { status: 'COMPLETED', url: LINK } } },
      { stored, owner: anOwner({ userId: 'user-2' }) },
    );
    await pass(60_000);
    expect(items()).toHaveLength(1);
    expect(ports.recorded.saves).toEqual([]);
    store.dispatch(loginFound(anOwner()));
    await pass(2_000);
    expect(ports.recorded.saves).toHaveLength(1);
    expect(server.story()).toEqual([PROGRESS]);
  });
});

describe('a URL that may have expired', () => {
  const routes = {
    [START]: { json: { ref: 'ref-1', url: LINK } },
    [PROGRESS]: { json: { status: 'COMPLETED', url: `${LINK}?fresh` } },
  };

  it('is renewed before saving if the owner was signed out', async () => {
    const { store, ports, pass } = await visit(routes);
    store.dispatch(downloadRequested(FOLDER));
    await pass(1_000);
    store.dispatch(sessionLost());
    await pass(3_600_000);
    store.dispatch(loginFound(anOwner()));
    await pass(2_000);
    expect(ports.recorded.saves.map(({ url }) => url)).toEqual([`${LINK}?fresh`]);
  });

  it('leads to a toast if it opens an error page', async () => {
    const { store, ports, pass } = await visit(routes);
    store.dispatch(downloadRequested(FOLDER));
    await pass(2_000);
    ports.control.loadErrorPage();
    expect(ports.recorded.toasts.map(({ text }) => text)).toEqual([
      'The archive of TC042 is no longer available. Start the download again.',
    ]);
  });
});

it('a lost session stops polling until the owner signs in again', async () => {
  const { server, store, items, pass } = await visit({ [PROGRESS]: { json: { status: 'PREPARING' } } });
  store.dispatch(downloadRequested(FOLDER));
  await pass(5_000);
  store.dispatch(sessionLost());
  await pass(600_000);
  expect(server.story()).toEqual([START]);
  expect(items()).toHaveLength(1);
  store.dispatch(loginFound(anOwner()));
  await pass(10_000);
  expect(server.story()).toEqual([START, PROGRESS]);
});

it('a lost session keeps a download queued if its start was rejected because of it', async () => {
  const { server, store, items, ports, pass } = await visit({
    [START]: inSequence({ status: 401, json: {} }, { json: { ref: 'ref-1' } }),
    'POST /auth/token': { status: 401, json: {} },
  });
  store.dispatch(downloadRequested(FOLDER));
  await pass(600_000);
  expect(items()).toMatchObject([{ path: FOLDER.path }]);
  expect(items()[0]).not.toHaveProperty('failure');
  expect(ports.recorded.toasts.map(({ text }) => text)).not.toContain('error starting download');
  store.dispatch(loginFound(anOwner()));
  await pass(0);
  expect(server.story().filter((call) => call === START)).toHaveLength(2);
  expect(items()).toMatchObject([{ downloadId: 'ref-1' }]);
});

it('a lost session ignores requests for downloads', async () => {
  const { store, items } = await visit({});
  store.dispatch(sessionLost());
  store.dispatch(downloadRequested(FOLDER));
  expect(items()).toEqual([]);
});
