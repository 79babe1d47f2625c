import type { UnknownAction } from '@reduxjs/toolkit';
import type { UploadFile, UploadPhase, UploadProgress } from '@data-manager/domain/uploads/upload';
import { sentBytes, shownBytes } from '@data-manager/domain/uploads/uploadProgress';
import { pauseOf, type QueueStatus, type UploadsState } from '@data-manager/domain/uploads/uploadQueue';
import { uploadReceipt } from '@data-manager/domain/uploads/uploadReceipt';
import { inChunks } from '@data-manager/lib/chunks';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { anUploadFile } from '../../support/builders';

type State = UploadPhase | 'waiting with a session';
type Result = State | 'gone';

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

const PROGRESS: Readonly<Record<State, UploadProgress>> = {
  waiting: { phase: 'waiting' },
  'waiting with a session': { phase: 'waiting', session },
  starting: { phase: 'starting' },
  uploading: { phase: 'uploading', session, inFlight: {} },
  completing: { phase: 'completing', session },
  failed: { phase: 'failed', failure, session },
};
const STATES = Object.keys(PROGRESS) as readonly State[];

function stateOf(file: UploadFile | undefined): Result {
  if (file === undefined) return 'gone';
  const { progress } = file;
  return progress.phase === 'waiting' && progress.session !== undefined ? 'waiting with a session' : progress.phase;
}

function queueOf(...files: UploadFile[]): UploadsState {
  return { ...uploads.uploadsReducer(undefined, { type: 'init' }), files: inChunks(files) };
}

function firstOf({ files }: UploadsState): UploadFile | undefined {
  return files[0]?.[0];
}

/** The next state by event and state. An event that is missing for a state changes nothing. */
const TABLE: readonly [string, UnknownAction, Partial<Record<State, Result>>][] = [
  ['filesQueued (the same id)', uploads.filesQueued({ files: [anUploadFile()] }), {}],
  ['fileStarting', uploads.startSent({ id }), { waiting: 'starting' }],
  ['uploadStarted', uploads.uploadStarted({ id, uploadId: 'up-2', at: 5 }), { starting: 'uploading' }],
  ['uploadResumed', uploads.uploadResumed({ id }), { 'waiting with a session': 'uploading' }],
  ['uploadIdLost', uploads.uploadIdLost({ id }), { uploading: 'starting', completing: 'starting' }],
  ['progressSampled', uploads.progressSampled({ id, inFlight: { 2: 9 } }), { uploading: 'uploading' }],
  [
    'partUploaded',
    uploads.partUploaded({ id, part: { partNumber: 2, etag: 'e2', md5: 'm2' } }),
    { uploading: 'uploading' },
  ],
  ['partRetried', retried, { uploading: 'uploading' }],
  ['fileCompleting', uploads.completionSent({ id }), { uploading: 'completing' }],
  ['fileCompleted', completed, { completing: 'gone' }],
  [
    'fileSetAside',
    uploads.fileSetAside({ id, failure }),
    {
      waiting: 'failed',
      'waiting with a session': 'failed',
      starting: 'failed',
      uploading: 'failed',
      completing: 'failed',
    },
  ],
  [
    'fileSetAside',
    uploads.fileReturnedToQueue({ id }),
    { starting: 'waiting', uploading: 'waiting with a session', completing: 'waiting with a session' },
  ],
  ['filesRequeued', uploads.filesRequeued({ ids: [id] }), { failed: 'waiting with a session' }],
  ['queueCancelled', uploads.queueCancelled({ ids: [id] }), Object.fromEntries(STATES.map((state) => [state, 'gone']))],
  ['uploadRequested', uploads.uploadRequested({ keyPrefix: 'brains', files: [] }), {}],
  ['cancelRequested', uploads.cancelRequested(), {}],
  ['retryRequested', uploads.retryRequested({ id }), {}],
  ['takenNameRequested', uploads.takenNameRequested({ decision: 'skip', id }), {}],
  ['fileRemoved', uploads.fileRemoved({ id }), { failed: 'gone' }],
  ['pauseRequested', uploads.pauseRequested(), {}],
  ['resumeRequested', uploads.resumeRequested(), {}],
];

const CELLS = TABLE.flatMap(([name, event, leads]) =>
  STATES.map((state) => ({ name, event, state, result: leads[state] ?? state, fits: state in leads })),
);

describe('the progress of a file', () => {
  it.each(CELLS)('is $result after $name in the state $state', ({ event, state, result, fits }) => {
    const before = queueOf(anUploadFile({ progress: PROGRESS[state] }));
    const after = uploads.uploadsReducer(before, event);
    expect(stateOf(firstOf(after))).toBe(result);
    if (!fits) expect(after).toBe(before);
  });
});

type QueueState = 'running' | 'waiting' | 'paused' | 'cancelling' | 'cancelling while paused' | 'empty';

const STATUS: Readonly<Record<Exclude<QueueState, 'empty'>, QueueStatus>> = {
  running: { kind: 'running' },
  waiting: { kind: 'waiting', reason: 'network' },
  paused: { kind: 'paused' },
  cancelling: { kind: 'cancelling', ids: [id] },
  'cancelling while paused': { kind: 'cancelling', ids: [id], paused: { kind: 'paused' } },
};
const uploading = queueOf(anUploadFile({ progress: PROGRESS.uploading }));

function queueIn(state: QueueState): UploadsState {
  return state === 'empty' ? queueOf() : { ...uploading, status: STATUS[state] };
}

function queueStateOf({ files, status }: UploadsState): QueueState {
  if (status.kind === 'cancelling') return status.paused === undefined ? 'cancelling' : 'cancelling while paused';
  return files.length === 0 ? 'empty' : status.kind;
}

const QUEUE_TABLE: readonly [string, UnknownAction, Partial<Record<QueueState, QueueState>>][] = [
  [
    'queuePaused',
    uploads.queuePaused(),
    { running: 'paused', waiting: 'paused', cancelling: 'cancelling while paused' },
  ],
  [
    'queuePaused for a fault',
    uploads.queuePaused({ fault: failure }),
    { running: 'paused', waiting: 'paused', cancelling: 'cancelling while paused' },
  ],
  ['queueResumed', uploads.queueResumed(), { paused: 'running', 'cancelling while paused': 'cancelling' }],
  ['waitingStarted', uploads.waitingStarted({ reason: 'network' }), { running: 'waiting', empty: 'empty' }],
  ['waitingEnded', uploads.waitingEnded(), { waiting: 'running' }],
  [
    'cancellingStarted',
    uploads.cancellingStarted({ ids: [id] }),
    { running: 'cancelling', waiting: 'cancelling', paused: 'cancelling while paused' },
  ],
  [
    'queueCancelled',
    uploads.queueCancelled({ ids: [id] }),
    Object.fromEntries(
      ['running', 'waiting', 'paused', 'cancelling', 'cancelling while paused'].map((s) => [s, 'empty']),
    ),
  ],
];
const QUEUE_STATES: readonly QueueState[] = [
  'running',
  'waiting',
  'paused',
  'cancelling',
  'cancelling while paused',
  'empty',
];
const QUEUE_CELLS = QUEUE_TABLE.flatMap(([name, event, leads]) =>
  QUEUE_STATES.map((state) => ({ name, event, state, result: leads[state] ?? state })),
);

const { uploadsReducer } = uploads;

describe('the status of the queue', () => {
  it.each(QUEUE_CELLS)('is $result after $name in the state $state', ({ event, state, result }) => {
    expect(queueStateOf(uploadsReducer(queueIn(state), event))).toBe(result);
  });

  it('contains the reason for a pause', () => {
    const paused = uploadsReducer(uploading, uploads.queuePaused({ fault: failure }));
    expect(paused.status).toEqual({ kind: 'paused', fault: failure });
    expect(uploadsReducer(paused, uploads.queueResumed()).status).toEqual({ kind: 'running' });
  });

  it('keeps the reason for a pause while the queue is being cancelled', () => {
    const paused = uploadsReducer(uploading, uploads.queuePaused({ fault: failure }));
    const cancelling = uploadsReducer(paused, uploads.cancellingStarted({ ids: [id] }));
    expect(pauseOf(cancelling.status)).toEqual({ kind: 'paused', fault: failure });
  });

  it('contains the reason why the queue is waiting', () => {
    const waiting = uploadsReducer(uploading, uploads.waitingStarted({ reason: 'network' }));
    expect(uploadsReducer(waiting, uploads.waitingStarted({ reason: 'network' }))).toBe(waiting);
    const signedOut = uploadsReducer(waiting, uploads.waitingStarted({ reason: 'session' }));
    expect(signedOut.status).toEqual({ kind: 'waiting', reason: 'session' });
  });

  it('no longer waits once bytes are sent again', () => {
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

  it('is no longer paused after the last file has completed', () => {
    const completing = queueOf(anUploadFile({ progress: PROGRESS.completing }));
    const paused = uploadsReducer({ ...completing, status: { kind: 'paused' } }, completed);
    expect(paused.status).toEqual({ kind: 'running' });
  });

  it('is no longer waiting after the active file has failed', () => {
    let state = uploadsReducer(uploading, uploads.waitingStarted({ reason: 'network' }));
    state = uploadsReducer(state, uploads.fileSetAside({ id, failure }));
    expect(state.status).toEqual({ kind: 'running' });
  });
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

describe('the receipt data of a file', () => {
  it('is its first start and the number of retried parts, even if the upload was lost', () => {
    let state = queueOf(anUploadFile({ progress: PROGRESS.starting }));
    state = uploadsReducer(state, uploads.uploadStarted({ id, uploadId: 'up-1', at: 5 }));
    state = uploadsReducer(state, retried);
    state = uploadsReducer(state, uploads.uploadIdLost({ id }));
    state = uploadsReducer(state, uploads.uploadStarted({ id, uploadId: 'up-2', at: 7 }));
    state = uploadsReducer(state, retried);
    expect(firstOf(state)).toMatchObject({ startedAt: 5, retries: 2 });
  });
});

describe('the summary of completed uploads', () => {
  it('counts completed files since the queue was last empty', () => {
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
