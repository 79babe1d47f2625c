import type { Ports } from '../../../src/platform/ports';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { notificationsRequested } from '../../../src/transfers/panel/panelSlice';
import { selectUploadsSummary } from '../../../src/transfers/uploads/uploadsSelectors';
import {
  cancelRequested,
  pauseRequested,
  resumeRequested,
  uploadRequested,
  waitingEnded,
  waitingStarted,
} from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner } from '../../support/builders';
import { chosenFile } from '../../support/chosenFile';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { createFakePorts, signIn } from '../../support/fakePorts';
import { aFile, bytesOfParts, createFakeStorage, PUT_MS } from './fakeStorage';

let testStore: TestStore | undefined;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  testStore?.stop();
  jest.useRealTimers();
});

async function visit(overrides: Partial<Ports> = {}) {
  const storage = createFakeStorage();
  const ports = createFakePorts({ ...storage.ports, ...overrides });
  signIn(ports);
  const made = createTestStore({ ports });
  testStore = made;
  await made.rehydrated();
  const { store } = made;
  const upload = (...files: File[]) =>
    store.dispatch(
      uploadRequested({
        keyPrefix: 'brains/TC042',
        files: files.map((file) => chosenFile(ports, file)),
      }),
    );
  return {
    ...storage,
    ports,
    store,
    upload,
    pass: (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds),
  };
}

/** The title is at most so old. */
const TITLE_MS = 1_000;

describe('the title of the page', () => {
  it('shows overall progress while files go up, and is the screen’s own before and after', async () => {
    const { upload, ports, store, pass } = await visit();
    expect(ports.recorded.title).toBeUndefined();
    upload(aFile('a.tif', bytesOfParts(7)));
    await pass(PUT_MS + PUT_MS / 4);
    const { percent } = selectUploadsSummary(store.getState());
    expect(percent).toBeGreaterThan(10);
    await pass(TITLE_MS);
    const titled = Number.parseInt(ports.recorded.title ?? '', 10);
    expect(titled).toBeGreaterThanOrEqual(percent);
    expect(ports.recorded.title).toBe(`${titled}% · Data Manager`);
    await pass(10 * PUT_MS);
    expect(ports.recorded.title).toBeUndefined();
  });

  it('is the screen’s own while the queue is paused or held up', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(7)));
    await pass(PUT_MS / 2);
    expect(ports.recorded.title).toMatch(/^\d+% · Data Manager$/);
    store.dispatch(pauseRequested());
    expect(ports.recorded.title).toBeUndefined();
    store.dispatch(resumeRequested());
    expect(ports.recorded.title).toMatch(/^\d+% · Data Manager$/);
    store.dispatch(waitingStarted({ reason: 'network' }));
    expect(ports.recorded.title).toBeUndefined();
  });
});

describe('the screen', () => {
  it('is kept awake while files go up, and may sleep when nothing is left', async () => {
    const { upload, ports, pass } = await visit();
    expect(ports.recorded.isAwake).toBe(false);
    upload(aFile('a.tif', 1), aFile('b.tif', 1));
    expect(ports.recorded.isAwake).toBe(true);
    await pass(1.5 * PUT_MS);
    expect(ports.recorded.isAwake).toBe(true);
    await pass(10 * PUT_MS);
    expect(ports.recorded.isAwake).toBe(false);
  });

  it('may sleep while the queue is paused or held up, and while nobody is signed in', async () => {
    const { upload, ports, store } = await visit();
    upload(aFile('a.tif', 1));
    const changes = [
      pauseRequested(),
      resumeRequested(),
      waitingStarted({ reason: 'network' }),
      waitingEnded(),
      sessionLost(),
    ];
    const awake = changes.map((change) => {
      store.dispatch(change);
      return ports.recorded.isAwake;
    });
    expect(awake).toEqual([false, true, false, true, false]);
  });
});

it('a queue that is withdrawn holds neither title nor screen, though the server is still to be told', async () => {
  const { upload, ports, store, pass } = await visit();
  upload(aFile('a.tif', bytesOfParts(7)));
  await pass(PUT_MS / 2);
  expect(ports.recorded).toMatchObject({ isAwake: true, title: expect.stringContaining('%') as string });
  store.dispatch(cancelRequested());
  expect(ports.recorded).toMatchObject({ isAwake: false, title: undefined });
});

describe('a notification at the end of the uploads', () => {
  const wanted = notificationsRequested({ wanted: true });

  it('says how they ended to whoever wanted it and looks elsewhere', async () => {
    const { upload, ports, store, pass, answer } = await visit();
    answer('start', { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1), aFile('b.tif', 1), aFile('c.tif', 1));
    store.dispatch(wanted);
    ports.control.setVisible(false);
    await pass(PUT_MS / 2);
    expect(ports.recorded.notifications).toEqual([]);
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([{ title: 'Data Manager', text: '2 files uploaded, 1 failed.' }]);
  });

  it('is not shown to somebody who looks at the page', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', 1));
    store.dispatch(wanted);
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('is not shown where nobody wanted it, or no longer', async () => {
    const { upload, ports, store, pass } = await visit();
    ports.control.setVisible(false);
    upload(aFile('a.tif', 1));
    await pass(10 * PUT_MS);
    upload(aFile('b.tif', 1));
    store.dispatch(wanted);
    await pass(0);
    store.dispatch(notificationsRequested({ wanted: false }));
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('is not shown for a queue that was cancelled', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', 1), aFile('b.tif', bytesOfParts(3)));
    store.dispatch(wanted);
    ports.control.setVisible(false);
    await pass(1.5 * PUT_MS);
    store.dispatch(cancelRequested());
    await pass(10 * PUT_MS);
    expect(store.getState().uploads.files).toEqual([]);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('is not shown to somebody else who has signed in meanwhile', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', 1));
    store.dispatch(wanted);
    ports.control.setVisible(false);
    await pass(0);
    store.dispatch(loginFound(anOwner({ userId: 'user-2' })));
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('is asked for in the browser only after a click, and a refusal is told', async () => {
    const allow = jest.fn().mockResolvedValue(false);
    const { upload, ports, store, pass } = await visit({ notifications: { allow, show: () => undefined } });
    upload(aFile('a.tif', 1));
    await pass(PUT_MS / 2);
    expect(allow).not.toHaveBeenCalled();
    store.dispatch(wanted);
    await pass(0);
    expect(store.getState().panel.notifies).toBe(false);
    expect(ports.recorded.toasts).toEqual([
      {
        text: 'The browser does not let this page show notifications: allow them in its settings for this site, then try again.',
        severity: 'warning',
      },
    ]);
  });
});
