import type { UnknownAction } from '@reduxjs/toolkit';
import type { UploadFile, UploadPhase, UploadProgress } from '../../../src/domain/uploads/upload';
import { uploadReceipt } from '../../../src/domain/uploads/uploadReceipt';
import { uploadsReducer } from '../../../src/transfers/uploads/uploadsReducer';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { anUploadFile } from '../../support/builders';

type State = UploadPhase | 'waiting with parts';
type Result = State | 'gone';

const id = 'file-1';
const part = { partNumber: 1, etag: 'e1', md5: 'm1' };
const session = { uploadId: 'up-1', parts: [part] };
const completed = uploads.fileCompleted({ id, receipt: uploadReceipt(anUploadFile(), 9) });
const failure = { kind: 'stalled', partNumber: 2 } as const;

const retried = uploads.partRetried({ id, partNumber: 2, tries: 1, waitMs: 9, failure });

const PROGRESS: Readonly<Record<State, UploadProgress>> = {
  waiting: { phase: 'waiting' },
  'waiting with parts': { phase: 'waiting', session },
  starting: { phase: 'starting' },
  uploading: { phase: 'uploading', session },
  completing: { phase: 'completing', session },
  failed: { phase: 'failed', failure, session },
};
const STATES = Object.keys(PROGRESS) as readonly State[];

function stateOf(file: UploadFile | undefined): Result {
  if (file === undefined) return 'gone';
  const { progress } = file;
  return progress.phase === 'waiting' && progress.session !== undefined ? 'waiting with parts' : progress.phase;
}

function queueOf(...files: UploadFile[]): uploads.UploadsState {
  return { ...uploadsReducer(undefined, { type: 'init' }), files };
}

/** Where each event leads from each state that it fits; from all others it changes nothing. */
const TABLE: readonly [string, UnknownAction, Partial<Record<State, Result>>][] = [
  ['filesQueued (the same id)', uploads.filesQueued({ files: [anUploadFile()] }), {}],
  ['fileStarting', uploads.startSent({ id }), { waiting: 'starting' }],
  ['uploadStarted', uploads.uploadStarted({ id, uploadId: 'up-2', at: 5 }), { starting: 'uploading' }],
  ['uploadResumed', uploads.uploadResumed({ id }), { 'waiting with parts': 'uploading' }],
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
    'fileFailed',
    uploads.fileFailed({ id, failure }),
    {
      waiting: 'failed',
      'waiting with parts': 'failed',
      starting: 'failed',
      uploading: 'failed',
      completing: 'failed',
    },
  ],
  [
    'fileSetAside',
    uploads.fileReturnedToQueue({ id }),
    { starting: 'waiting', uploading: 'waiting with parts', completing: 'waiting with parts' },
  ],
  ['filesRequeued', uploads.filesRequeued({ ids: [id] }), { failed: 'waiting with parts' }],
  ['queueCancelled', uploads.queueCancelled({ ids: [id] }), Object.fromEntries(STATES.map((state) => [state, 'gone']))],
  ['uploadRequested', uploads.uploadRequested({ keyPrefix: 'brains', files: [] }), {}],
  ['cancelRequested', uploads.cancelRequested(), {}],
  ['retryRequested', uploads.retryRequested({ id }), {}],
  ['pauseRequested', uploads.pauseRequested(), {}],
  ['resumeRequested', uploads.resumeRequested(), {}],
];

const CELLS = TABLE.flatMap(([name, event, leads]) =>
  STATES.map((state) => ({ name, event, state, result: leads[state] ?? state, fits: state in leads })),
);

describe('every state and every event of an upload', () => {
  it.each(CELLS)('$state · $name → $result', ({ event, state, result, fits }) => {
    const before = queueOf(anUploadFile({ progress: PROGRESS[state] }));
    const after = uploadsReducer(before, event);
    expect(stateOf(after.files[0])).toBe(result);
    if (!fits) expect(after).toBe(before);
  });
});

type QueueState = 'running' | 'paused' | 'cancelling' | 'cancelling, paused' | 'empty';

const running = queueOf(anUploadFile({ progress: PROGRESS.uploading }));
const QUEUES: Readonly<Record<QueueState, uploads.UploadsState>> = {
  running,
  paused: { ...running, paused: true },
  cancelling: { ...running, cancelling: true },
  'cancelling, paused': { ...running, cancelling: true, paused: true },
  empty: queueOf(),
};

function queueStateOf({ files, paused, cancelling }: uploads.UploadsState): string {
  if (files.length === 0) return 'empty';
  return (
    [...(cancelling === true ? ['cancelling'] : []), ...(paused === true ? ['paused'] : [])].join(', ') || 'running'
  );
}

const QUEUE_TABLE: readonly [string, UnknownAction, Partial<Record<QueueState, QueueState>>][] = [
  ['queuePaused', uploads.queuePaused(), { running: 'paused', cancelling: 'cancelling, paused' }],
  [
    'queuePaused for a fault',
    uploads.queuePaused({ fault: failure }),
    { running: 'paused', cancelling: 'cancelling, paused' },
  ],
  ['queueResumed', uploads.queueResumed(), { paused: 'running', 'cancelling, paused': 'cancelling' }],
  ['cancellingStarted', uploads.cancellingStarted(), { running: 'cancelling', paused: 'cancelling, paused' }],
  [
    'queueCancelled',
    uploads.queueCancelled({ ids: [id] }),
    { running: 'empty', paused: 'empty', cancelling: 'empty', 'cancelling, paused': 'empty' },
  ],
];
const QUEUE_STATES = Object.keys(QUEUES) as readonly QueueState[];
const QUEUE_CELLS = QUEUE_TABLE.flatMap(([name, event, leads]) =>
  QUEUE_STATES.map((state) => ({ name, event, state, result: leads[state] ?? state })),
);

describe('every state and every event of the queue as a whole', () => {
  it.each(QUEUE_CELLS)('$state · $name → $result', ({ event, state, result }) => {
    expect(queueStateOf(uploadsReducer(QUEUES[state], event))).toBe(result);
  });

  it('is never paused while it is empty, however it became so', () => {
    const completing = { ...queueOf(anUploadFile({ progress: PROGRESS.completing })), paused: true } as const;
    expect(uploadsReducer(completing, completed)).not.toHaveProperty('paused');
  });

  it('keeps what is verified, and has nothing on the wire, when it is paused', () => {
    let state = uploadsReducer(running, uploads.progressSampled({ id, inFlight: { 2: 5 } }));
    state = uploadsReducer(state, uploads.queuePaused());
    state = uploadsReducer(state, uploads.fileReturnedToQueue({ id }));
    expect(state).toMatchObject({ paused: true, inFlight: {}, files: [{ progress: { phase: 'waiting', session } }] });
  });
});

describe('the queue', () => {
  const uploading = queueOf(anUploadFile({ progress: PROGRESS.uploading }));

  it('keeps the parts that the server has over a failure and a retry', () => {
    const failed = uploadsReducer(uploading, uploads.fileFailed({ id, failure }));
    const again = uploadsReducer(failed, uploads.filesRequeued({ ids: [id] }));
    const resumed = uploadsReducer(again, uploads.uploadResumed({ id }));
    expect(resumed.files[0]?.progress).toEqual({ phase: 'uploading', session });
  });

  it('forgets the parts when the server no longer knows the upload', () => {
    const lost = uploadsReducer(uploading, uploads.uploadIdLost({ id }));
    const begun = uploadsReducer(lost, uploads.uploadStarted({ id, uploadId: 'up-2', at: 5 }));
    expect(begun.files[0]?.progress).toEqual({ phase: 'uploading', session: { uploadId: 'up-2', parts: [] } });
  });

  it('notes for the receipt when a file was first begun and how often its parts were tried again', () => {
    let state = queueOf(anUploadFile({ progress: PROGRESS.starting }));
    state = uploadsReducer(state, uploads.uploadStarted({ id, uploadId: 'up-1', at: 5 }));
    state = uploadsReducer(state, retried);
    state = uploadsReducer(state, uploads.uploadIdLost({ id }));
    state = uploadsReducer(state, uploads.uploadStarted({ id, uploadId: 'up-2', at: 7 }));
    state = uploadsReducer(state, retried);
    expect(state.files[0]).toMatchObject({ startedAt: 5, retries: 2 });
  });

  it('counts a part once, however often it is told', () => {
    expect(uploadsReducer(uploading, uploads.partUploaded({ id, part }))).toBe(uploading);
  });

  it('takes a verified part off the wire', () => {
    const sampled = uploadsReducer(uploading, uploads.progressSampled({ id, inFlight: { 2: 5, 3: 7 } }));
    const after = uploadsReducer(sampled, uploads.partUploaded({ id, part: { ...part, partNumber: 2 } }));
    expect(after.inFlight).toEqual({ 3: 7 });
  });

  it('has nothing on the wire and waits for nothing once the active file has stopped', () => {
    let state = uploadsReducer(uploading, uploads.progressSampled({ id, inFlight: { 2: 5 } }));
    state = uploadsReducer(state, uploads.waitingStarted({ reason: 'network' }));
    state = uploadsReducer(state, uploads.fileFailed({ id, failure }));
    expect(state.inFlight).toEqual({});
    expect(state).not.toHaveProperty('hold');
  });

  it('says why it stands still until it goes on', () => {
    const session = uploadsReducer(uploading, uploads.waitingStarted({ reason: 'session' }));
    expect(session.hold).toBe('session');
    expect(uploadsReducer(session, uploads.waitingStarted({ reason: 'session' }))).toBe(session);
    expect(uploadsReducer(session, uploads.waitingEnded())).not.toHaveProperty('hold');
  });

  it('counts what has left it, from the time when it was last empty', () => {
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

  it('leaves files alone that were chosen after the cancellation', () => {
    let state = uploadsReducer(uploading, uploads.cancellingStarted());
    expect(state.cancelling).toBe(true);
    state = uploadsReducer(state, uploads.filesQueued({ files: [anUploadFile({ id: 'later' })] }));
    state = uploadsReducer(state, uploads.queueCancelled({ ids: [id] }));
    expect(state.files.map((file) => file.id)).toEqual(['later']);
    expect(state).not.toHaveProperty('cancelling');
  });

  it('does not begin to cancel when it is empty', () => {
    expect(uploadsReducer(queueOf(), uploads.cancellingStarted())).not.toHaveProperty('cancelling');
  });
});
