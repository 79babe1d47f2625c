import { sessionLost } from '../../../src/session/sessionSlice';
import { selectUploadsSummary } from '../../../src/transfers/uploads/uploadsSelectors';
import {
  cancelRequested,
  pauseRequested,
  resumeRequested,
  waitingEnded,
  waitingStarted,
} from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { aFile, bytesOfParts, PUT_MS } from './fakeStorage';
import { openUploadPage } from './openUploadPage';

/** Interval of the updates of the title. */
const TITLE_MS = 1_000;

const pages = createReplayedPages();
const visit = () => openUploadPage(pages);

it('the page title shows the overall progress while files are uploaded', async () => {
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

it('the page title shows that the queue is paused or offline', async () => {
  const { upload, ports, store, pass } = await visit();
  upload(aFile('a.tif', bytesOfParts(7)));
  await pass(PUT_MS / 2);
  expect(ports.recorded.title).toMatch(/^\d+% · Data Manager$/);
  store.dispatch(pauseRequested());
  expect(ports.recorded.title).toMatch(/^Pausing… · \d+% · Data Manager$/);
  await pass(PUT_MS);
  expect(ports.recorded.title).toMatch(/^Paused · \d+% · Data Manager$/);
  store.dispatch(resumeRequested());
  expect(ports.recorded.title).toMatch(/^\d+% · Data Manager$/);
  store.dispatch(waitingStarted({ reason: 'network' }));
  expect(ports.recorded.title).toMatch(/^Offline · \d+% · Data Manager$/);
});

it('the screen wake lock is on while files are uploaded', async () => {
  const { upload, ports, pass } = await visit();
  expect(ports.recorded.isAwake).toBe(false);
  upload(aFile('a.tif', 1), aFile('b.tif', 1));
  expect(ports.recorded.isAwake).toBe(true);
  await pass(1.5 * PUT_MS);
  expect(ports.recorded.isAwake).toBe(true);
  await pass(10 * PUT_MS);
  expect(ports.recorded.isAwake).toBe(false);
});

it('the screen wake lock is off while the queue is paused or waiting, and while the user is signed out', async () => {
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

it('releases title and wake lock as soon as the queue is being cancelled', async () => {
  const { upload, ports, store, pass } = await visit();
  upload(aFile('a.tif', bytesOfParts(7)));
  await pass(PUT_MS / 2);
  expect(ports.recorded).toMatchObject({ isAwake: true, title: expect.stringContaining('%') as string });
  store.dispatch(cancelRequested());
  expect(ports.recorded).toMatchObject({ isAwake: false, title: undefined });
});
