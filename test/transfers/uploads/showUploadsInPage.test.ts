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

describe('the page title', () => {
  it('shows the overall progress only while files are uploaded', async () => {
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

  it('shows no progress while the queue is paused or waiting', async () => {
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

describe('the screen wake lock', () => {
  it('is held while files are uploaded', async () => {
    const { upload, ports, pass } = await visit();
    expect(ports.recorded.isAwake).toBe(false);
    upload(aFile('a.tif', 1), aFile('b.tif', 1));
    expect(ports.recorded.isAwake).toBe(true);
    await pass(1.5 * PUT_MS);
    expect(ports.recorded.isAwake).toBe(true);
    await pass(10 * PUT_MS);
    expect(ports.recorded.isAwake).toBe(false);
  });

  it('is released while the queue is paused or waiting, and while the user is signed out', async () => {
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

it('releases title and wake lock as soon as the queue is being cancelled', async () => {
  const { upload, ports, store, pass } = await visit();
  upload(aFile('a.tif', bytesOfParts(7)));
  await pass(PUT_MS / 2);
  expect(ports.recorded).toMatchObject({ isAwake: true, title: expect.stringContaining('%') as string });
  store.dispatch(cancelRequested());
  expect(ports.recorded).toMatchObject({ isAwake: false, title: undefined });
});

describe('the notification at the end of the uploads', () => {
  const wanted = notificationsRequested({ wanted: true });

  it('is shown if the user asked for it and the page is hidden', async () => {
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

  it('is not shown while the page is visible', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', 1));
    store.dispatch(wanted);
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('is not shown if it is switched off', async () => {
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

  it('is not shown for a cancelled queue', async () => {
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

  it('is not shown to another user who has signed in', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', 1));
    store.dispatch(wanted);
    ports.control.setVisible(false);
    await pass(0);
    store.dispatch(loginFound(anOwner({ userId: 'user-2' })));
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('asks for permission only after a click, and reports a refusal', async () => {
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
        text: 'The browser blocks notifications from this site. Allow them in the site settings, then try again.',
        severity: 'warning',
      },
    ]);
  });
});
