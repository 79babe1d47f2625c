import { placeDeleted } from '../../../src/transfers/deletedPlaces';
import { selectIsPausing } from '../../../src/transfers/uploads/uploadsSelectors';
import {
  cancelRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
  uploadRequested,
} from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { aFile, bytesOfParts, PUT_MS } from './fakeStorage';
import { openUploadPage } from './openUploadPage';

const pages = createReplayedPages();
const visit = () => openUploadPage(pages);

/** Uploads a file whose start request gets its response from `answerStart`. */
async function visitWithPendingStart() {
  const page = await visit();
  let answerStart: () => void = () => undefined;
  page.server.on('POST /upload/start', async () => {
    await new Promise<void>((resolve) => (answerStart = resolve));
    return { json: { uploadId: 'up-late' } };
  });
  page.upload(aFile('a.tif', 1));
  await page.pass(0);
  return { ...page, answerStart: () => answerStart() };
}

describe('cancelling the queue', () => {
  it('aborts the requests and the uploads on the server, empties the queue and shows a toast', async () => {
    const { upload, store, operations, files, pass, toasts, story, ports } = await visit();
    upload(aFile('a.tif', bytesOfParts(9)), aFile('b.tif', 1));
    await pass(PUT_MS / 2);
    const ids = files().map(({ id }) => id);
    store.dispatch(cancelRequested());
    await pass(60_000);
    expect(operations.slice(2)).toEqual([...['PUT 1', 'PUT 2', 'PUT 1 aborted', 'PUT 2 aborted'], 'cancel a.tif up-1']);
    expect(files()).toEqual([]);
    expect(toasts()).toEqual(['Upload was aborted.']);
    expect(ids.map((id) => ports.files.get(id))).toEqual([undefined, undefined]);
    expect(story().slice(-3)).toEqual([
      'uploads/cancelRequested',
      'uploads/cancellingStarted',
      'uploads/queueCancelled',
    ]);
  });

  it('aborts the uploads of failed files too', async () => {
    const { upload, store, operations, pass, failPart, files } = await visit();
    failPart(2, { kind: 'answered', status: 200, etag: null });
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(10_000);
    store.dispatch(cancelRequested());
    await pass(0);
    expect(operations.at(-1)).toBe('cancel a.tif up-1');
    expect(files()).toEqual([]);
  });

  it('aborts an upload whose start request was in flight', async () => {
    const { store, operations, pass, files, answerStart } = await visitWithPendingStart();
    store.dispatch(cancelRequested());
    await pass(1_000);
    expect(files()).toHaveLength(1);
    answerStart();
    await pass(1_000);
    expect(operations).toEqual(['cancel a.tif up-late']);
    expect(files()).toEqual([]);
  });

  it('cancels a queue that waits for the network', async () => {
    const { upload, store, pass, answer, files, toasts, state } = await visit();
    answer('start', ...Array.from({ length: 99 }, () => 'unreachable' as const));
    upload(aFile('a.tif', 1));
    await pass(5_000);
    store.dispatch(cancelRequested());
    await pass(0);
    expect(files()).toEqual([]);
    expect(toasts()).toEqual(['Upload was aborted.']);
    expect(state().status.kind).toBe('running');
  });

  it('does nothing if the queue is empty', async () => {
    const { store, pass, toasts, story } = await visit();
    store.dispatch(cancelRequested());
    await pass(0);
    expect(toasts()).toEqual([]);
    expect(story()).toEqual(['uploads/cancelRequested']);
  });

  it('accepts new files afterwards', async () => {
    const { upload, store, pass, completions } = await visit();
    upload(aFile('a.tif', bytesOfParts(9)));
    await pass(PUT_MS / 2);
    store.dispatch(cancelRequested());
    await pass(0);
    upload(aFile('b.tif', 1));
    await pass(10_000);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/b.tif' }]);
  });
});

describe('pausing the queue', () => {
  it('finishes parts that are half sent, starts no other, and sends the rest after resuming', async () => {
    const { upload, store, operations, files, state, pass, ports, story } = await visit();
    upload(aFile('a.tif', bytesOfParts(5)));
    await pass(PUT_MS + PUT_MS / 2);
    store.dispatch(pauseRequested());
    expect(selectIsPausing(store.getState())).toBe(true);
    await pass(60_000);
    expect(operations.slice(2)).toEqual(['PUT 1', 'PUT 2', 'PUT 3', 'PUT 4']);
    expect(selectIsPausing(store.getState())).toBe(false);
    expect(state().status).toEqual({ kind: 'paused' });
    expect(files()).toMatchObject([{ progress: { phase: 'waiting', session: { uploadId: 'up-1' } } }]);
    expect(ports.recorded.unloadGuarded).toBe(true);
    operations.length = 0;
    store.dispatch(resumeRequested());
    await pass(60_000);
    expect(operations).toEqual(['urls 5', 'PUT 5', 'complete a.tif up-1']);
    expect(files()).toEqual([]);
    expect(story().filter((type) => /pause|resume|returnedToQueue/i.test(type))).toEqual([
      ...['uploads/pauseRequested', 'uploads/queuePaused', 'uploads/fileReturnedToQueue'],
      ...['uploads/resumeRequested', 'uploads/queueResumed', 'uploads/uploadResumed'],
    ]);
  });

  it('continues without sending anything twice if it is resumed while it is pausing', async () => {
    const { upload, store, operations, files, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(5)));
    await pass(PUT_MS + PUT_MS / 2);
    store.dispatch(pauseRequested());
    await pass(PUT_MS / 4);
    store.dispatch(resumeRequested());
    await pass(60_000);
    expect(operations.slice(2)).toEqual(['PUT 1', 'PUT 2', 'PUT 3', 'PUT 4', 'PUT 5', 'complete a.tif up-1']);
    expect(files()).toEqual([]);
  });

  it('waits half a minute for a part that does not end, then aborts it', async () => {
    const { upload, store, operations, failPart, pass } = await visit();
    failPart(1, 'hanging');
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(PUT_MS / 2);
    store.dispatch(pauseRequested());
    await pass(29_000);
    expect(selectIsPausing(store.getState())).toBe(true);
    await pass(2_000);
    expect(operations.slice(2)).toEqual(['PUT 1', 'PUT 2', 'PUT 2 aborted', 'PUT 1 aborted']);
    expect(selectIsPausing(store.getState())).toBe(false);
  });

  it('does not retry a part that fails while it is pausing', async () => {
    const { upload, store, operations, failPart, files, pass } = await visit();
    failPart(1, 'wrong-etag');
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(PUT_MS / 2);
    store.dispatch(pauseRequested());
    await pass(60_000);
    expect(operations.slice(2)).toEqual(['PUT 1', 'PUT 2', 'PUT 2 aborted']);
    expect(files()).toMatchObject([{ progress: { phase: 'waiting' } }]);
    store.dispatch(resumeRequested());
    await pass(60_000);
    expect(files()).toEqual([]);
  });

  it.each([0, 1, 250, 500, 999, 1_000, 1_001, 1_500, 2_000])(
    'loses nothing and sends no verified part again if paused and resumed after %d ms',
    async (milliseconds) => {
      const { upload, store, operations, completions, files, pass } = await visit();
      upload(aFile('a.tif', bytesOfParts(4)), aFile('b.tif', 1));
      await pass(milliseconds);
      store.dispatch(pauseRequested());
      await pass(60_000);
      store.dispatch(resumeRequested());
      await pass(60_000);
      expect(files()).toEqual([]);
      expect(operations.filter((one) => one.startsWith('start'))).toEqual(['start a.tif', 'start b.tif']);
      const sent = operations.filter((one) => /^PUT \d$/.test(one)).length;
      const aborted = operations.filter((one) => one.endsWith('aborted')).length;
      expect(sent - aborted).toBe(5);
      expect(completions).toMatchObject([{ lastFile: false }, { lastFile: true }]);
    },
  );

  it('repeats the complete call, not the file, if paused during that call', async () => {
    const { upload, store, operations, files, pass, answer } = await visit();
    answer('complete', 'hanging');
    upload(aFile('a.tif', 1));
    await pass(10_000);
    expect(files()).toMatchObject([{ progress: { phase: 'completing' } }]);
    store.dispatch(pauseRequested());
    await pass(0);
    store.dispatch(resumeRequested());
    await pass(10_000);
    expect(operations.slice(2)).toEqual(['PUT 1', 'complete a.tif up-1', 'complete a.tif up-1']);
    expect(files()).toEqual([]);
  });

  it('starts no next, new or retried file until it is resumed', async () => {
    const { upload, store, operations, files, pass, answer } = await visit();
    answer('start', { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1), aFile('b.tif', 1));
    await pass(PUT_MS / 2);
    store.dispatch(pauseRequested());
    await pass(1_000);
    operations.length = 0;
    upload(aFile('c.tif', 1));
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(operations).toEqual([]);
    store.dispatch(resumeRequested());
    await pass(60_000);
    expect(files()).toEqual([]);
  });

  it('can be followed by cancelling, after which the queue runs again', async () => {
    const { upload, store, operations, files, state, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(3)));
    await pass(PUT_MS / 2);
    store.dispatch(pauseRequested());
    await pass(1_000);
    store.dispatch(cancelRequested());
    await pass(1_000);
    expect(operations.at(-1)).toBe('cancel a.tif up-1');
    expect(files()).toEqual([]);
    expect(state().status.kind).toBe('running');
    upload(aFile('b.tif', 1));
    await pass(10_000);
    expect(operations.at(-1)).toBe('complete b.tif up-2');
  });

  it('aborts an upload whose start was in flight when the queue was paused and cancelled', async () => {
    const { store, operations, pass, files, answerStart } = await visitWithPendingStart();
    store.dispatch(pauseRequested());
    await pass(0);
    store.dispatch(cancelRequested());
    await pass(0);
    answerStart();
    await pass(1_000);
    expect(operations).toEqual(['cancel a.tif up-late']);
    expect(files()).toEqual([]);
  });

  it('pauses a queue that waits for the network', async () => {
    const { upload, store, pass, answer, files, state } = await visit();
    answer('start', 'unreachable');
    upload(aFile('a.tif', 1));
    await pass(5_000);
    store.dispatch(pauseRequested());
    await pass(60_000);
    expect(state().status).toEqual({ kind: 'paused' });
    store.dispatch(resumeRequested());
    await pass(5_000);
    expect(files()).toEqual([]);
  });

  it('does nothing if all files have failed', async () => {
    const { upload, store, pass, answer, story } = await visit();
    answer('start', { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1));
    await pass(1_000);
    store.dispatch(pauseRequested());
    expect(story().at(-1)).toBe('uploads/pauseRequested');
  });
});

describe('deleting a dataset', () => {
  it('cancels the uploads into it, and continues with the others', async () => {
    const { upload, choose, store, operations, files, pass } = await visit();
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC043', files: [choose(aFile('x.tif', bytesOfParts(2)))] }));
    upload(aFile('a.tif', 1), aFile('b.tif', 1));
    await pass(PUT_MS / 2);
    store.dispatch(placeDeleted({ path: 'acme/brains/TC042', isPermanent: false }));
    await pass(0);
    expect(files().map(({ key }) => key)).toEqual(['acme/brains/TC043/x.tif']);
    await pass(60_000);
    expect(files()).toEqual([]);
    expect(operations.at(-1)).toBe('complete x.tif up-1');
  });

  it('aborts the upload into it that is in progress', async () => {
    const { upload, store, operations, files, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(9)));
    await pass(PUT_MS / 2);
    store.dispatch(placeDeleted({ path: 'acme/brains', isPermanent: false }));
    await pass(60_000);
    expect(operations.at(-1)).toBe('cancel a.tif up-1');
    expect(files()).toEqual([]);
  });
});
