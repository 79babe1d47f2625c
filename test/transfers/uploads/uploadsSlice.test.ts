import type { UnknownAction } from '@reduxjs/toolkit';
import type { UploadFile, UploadProgress } from '@data-manager/domain/uploads/upload';
import { sentBytes, shownBytes } from '@data-manager/domain/uploads/uploadProgress';
import { pauseOf, type UploadsState } from '@data-manager/domain/uploads/uploadQueue';
import { uploadReceipt } from '@data-manager/domain/uploads/uploadReceipt';
import { inChunks } from '@data-manager/lib/chunks';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { anUploadFile } from '../../support/builders';

const id = 'file-1';
const part = { partNumber: 1, etag: 'e1', md5: 'm1' };
const NEW_SESSION = { uploadId: 'up-1', parts: [] };
const session = { uploadId: 'up-1', parts: [part] };
const completed = uploads.fileCompleted({
  id,
  receipt: uploadReceipt(anUploadFile(), 9),
  uploadId: 'up-1',
  lastFile: true,
});
const failure = { kind: 'stalled', partNumber: 2 } as const;

const retried = uploads.partRetried({ id, partNumber: 2, tries: 1, waitMs: 9, failure });

const PROGRESS = {
  starting: { phase: 'starting' },
  uploading: { phase: 'uploading', session, inFlight: {} },
  completing: { phase: 'completing', session },
} as const satisfies Readonly<Record<string, UploadProgress>>;

function queueOf(...files: UploadFile[]): UploadsState {
  return { ...uploads.uploadsReducer(undefined, { type: 'init' }), files: inChunks(files) };
}

function firstOf({ files }: UploadsState): UploadFile | undefined {
  return files[0]?.[0];
}

const uploading = queueOf(anUploadFile({ progress: PROGRESS.uploading }));

const { uploadsReducer } = uploads;

it('the status of the queue contains the reason for a pause', () => {
  const paused = uploadsReducer(uploading, uploads.queuePaused({ fault: failure }));
  expect(paused.status).toEqual({ kind: 'paused', fault: failure });
  expect(uploadsReducer(paused, uploads.queueResumed()).status).toEqual({ kind: 'running' });
});

it('the status of the queue keeps the reason for a pause while the queue is being cancelled', () => {
  const paused = uploadsReducer(uploading, uploads.queuePaused({ fault: failure }));
  const cancelling = uploadsReducer(paused, uploads.cancellingStarted({ ids: [id] }));
  expect(pauseOf(cancelling.status)).toEqual({ kind: 'paused', fault: failure });
});

it('the status of the queue contains the reason why the queue is waiting', () => {
  const waiting = uploadsReducer(uploading, uploads.waitingStarted({ reason: 'network' }));
  expect(uploadsReducer(waiting, uploads.waitingStarted({ reason: 'network' }))).toBe(waiting);
  const signedOut = uploadsReducer(waiting, uploads.waitingStarted({ reason: 'session' }));
  expect(signedOut.status).toEqual({ kind: 'waiting', reason: 'session' });
});

it('the status of the queue no longer waits once bytes are sent again', () => {
  const large = queueOf(anUploadFile({ size: 200_000_000, progress: PROGRESS.uploading }));
  const waiting = uploadsReducer(
    uploadsReducer(large, uploads.progressSampled({ id, inFlight: { 2: 5, 3: 5 } })),
    uploads.waitingStarted({ reason: 'network' }),
  );
  const lost = uploadsReducer(waiting, uploads.progressSampled({ id, inFlight: { 2: 5 } }));
  expect(lost.status).toEqual({ kind: 'waiting', reason: 'network' });
  const resumed = uploadsReducer(lost, uploads.progressSampled({ id, inFlight: { 2: 5, 3: 1 } }));
  expect(resumed.status).toEqual({ kind: 'running' });
});

it('the status of the queue is no longer paused after the last file has completed', () => {
  const completing = queueOf(anUploadFile({ progress: PROGRESS.completing }));
  const paused = uploadsReducer({ ...completing, status: { kind: 'paused' } }, completed);
  expect(paused.status).toEqual({ kind: 'running' });
});

it('the status of the queue is no longer waiting after the active file has failed', () => {
  let state = uploadsReducer(uploading, uploads.waitingStarted({ reason: 'network' }));
  state = uploadsReducer(state, uploads.fileSetAside({ id, failure }));
  expect(state.status).toEqual({ kind: 'running' });
});

describe('the session of a file', () => {
  it('keeps the uploaded parts when the queue is paused', () => {
    let state = uploadsReducer(uploading, uploads.progressSampled({ id, inFlight: { 2: 5 } }));
    state = uploadsReducer(state, uploads.queuePaused());
    state = uploadsReducer(state, uploads.fileReturnedToQueue({ id }));
    expect(state).toMatchObject({ status: { kind: 'paused' }, files: [[{ progress: { phase: 'waiting', session } }]] });
  });

  it('keeps the uploaded parts over a failure and a retry', () => {
    const failed = uploadsReducer(uploading, uploads.fileSetAside({ id, failure }));
    const again = uploadsReducer(failed, uploads.filesRequeued({ ids: [id] }));
    const resumed = uploadsReducer(again, uploads.uploadResumed({ id }));
    expect(firstOf(resumed)?.progress).toEqual({ phase: 'uploading', session, inFlight: {} });
  });

  it('loses its parts when the server no longer has the upload', () => {
    const lost = uploadsReducer(uploading, uploads.uploadIdLost({ id }));
    const started = uploadsReducer(lost, uploads.uploadStarted({ id, uploadId: 'up-2', at: 5 }));
    expect(firstOf(started)?.progress).toMatchObject({ session: { uploadId: 'up-2', parts: [] } });
  });

  it('marks a completion as uncertain until a failure settles it', () => {
    const completing = uploadsReducer(uploading, uploads.completionSent({ id }));
    expect(firstOf(completing)?.progress).toMatchObject({ session: { completionUncertain: true } });
    const open = uploadsReducer(completing, uploads.fileSetAside({ id, failure: { kind: 'unreachable' } }));
    expect(firstOf(open)?.progress).toMatchObject({ session: { completionUncertain: true } });
    const settled = uploadsReducer(
      completing,
      uploads.fileSetAside({ id, failure: { kind: 'completion-unknown', fileName: 'a' } }),
    );
    expect(firstOf(settled)?.progress).toMatchObject({ phase: 'failed', session });
  });

  it('adds a part only once', () => {
    expect(uploadsReducer(uploading, uploads.partUploaded({ id, part }))).toBe(uploading);
  });

  it('removes a verified part from those in flight', () => {
    const sampled = uploadsReducer(uploading, uploads.progressSampled({ id, inFlight: { 2: 5, 3: 7 } }));
    const after = uploadsReducer(sampled, uploads.partUploaded({ id, part: { ...part, partNumber: 2 } }));
    expect(firstOf(after)?.progress).toMatchObject({ inFlight: { 3: 7 } });
    expect(firstOf(after)?.progress).not.toMatchObject({ inFlight: { 2: 5 } });
  });
});

it('the receipt data of a file is its first start and the number of retried parts, even if the upload was lost', () => {
  let state = queueOf(anUploadFile({ progress: PROGRESS.starting }));
  state = uploadsReducer(state, uploads.uploadStarted({ id, uploadId: 'up-1', at: 5 }));
  state = uploadsReducer(state, retried);
  state = uploadsReducer(state, uploads.uploadIdLost({ id }));
  state = uploadsReducer(state, uploads.uploadStarted({ id, uploadId: 'up-2', at: 7 }));
  state = uploadsReducer(state, retried);
  expect(firstOf(state)).toMatchObject({ startedAt: 5, retries: 2 });
});

it('the summary of completed uploads counts completed files since the queue was last empty', () => {
  let state = queueOf(
    anUploadFile({ progress: PROGRESS.completing, size: 10 }),
    anUploadFile({ id: 'file-2', progress: PROGRESS.completing, size: 5 }),
  );
  state = uploadsReducer(state, completed);
  state = uploadsReducer(state, uploads.filesQueued({ files: [anUploadFile({ id: 'file-3' })] }));
  expect(state.done).toMatchObject({ files: 1, bytes: 10 });
  state = uploadsReducer(state, uploads.queueCancelled({ ids: ['file-2', 'file-3'] }));
  state = uploadsReducer(state, uploads.filesQueued({ files: [anUploadFile({ id: 'file-4' })] }));
  expect(state.done).toEqual({ files: 0, bytes: 0 });
});

describe('cancelling', () => {
  it('leaves files in the queue that were chosen after it started', () => {
    let state = uploadsReducer(uploading, uploads.cancellingStarted({ ids: [id] }));
    state = uploadsReducer(state, uploads.filesQueued({ files: [anUploadFile({ id: 'later' })] }));
    state = uploadsReducer(state, uploads.cancellingStarted({ ids: ['later'] }));
    expect(state.status).toEqual({ kind: 'cancelling', ids: [id] });
    state = uploadsReducer(state, uploads.queueCancelled({ ids: [id] }));
    expect(selectAllUploads({ uploads: state }).map((file) => file.id)).toEqual(['later']);
    expect(state.status).toEqual({ kind: 'running' });
  });
});

describe('bytes that have to be sent again', () => {
  const uploading = anUploadFile({
    size: 100,
    progress: { phase: 'uploading', session: NEW_SESSION, inFlight: { 1: 60 } },
  });
  const run = (...actions: UnknownAction[]) =>
    actions.reduce((state, action) => uploads.uploadsReducer(state, action), queueOf(uploading)).files[0]?.[0];

  it('counts bytes that have to be sent again as sent after a pause and while they are sent again', () => {
    const paused = run(uploads.fileReturnedToQueue({ id }));
    expect(paused && [sentBytes(paused), shownBytes(paused)]).toEqual([0, 60]);
    const again = run(
      ...[uploads.fileReturnedToQueue({ id }), uploads.uploadResumed({ id })],
      uploads.progressSampled({ id, inFlight: { 1: 20 } }),
    );
    expect(again && [sentBytes(again), shownBytes(again)]).toEqual([20, 60]);
  });

  it('no longer counts bytes that have to be sent again once more bytes are sent than before', () => {
    const file = run(
      uploads.fileReturnedToQueue({ id }),
      uploads.uploadResumed({ id }),
      uploads.partUploaded({ id, part }),
    );
    expect(file && shownBytes(file)).toBe(100);
    expect(file).not.toHaveProperty('reached');
  });

  it('counts bytes that have to be sent again after the server has lost the upload', () => {
    const file = run(uploads.uploadIdLost({ id }));
    expect(file && [sentBytes(file), shownBytes(file)]).toEqual([0, 60]);
  });
});
