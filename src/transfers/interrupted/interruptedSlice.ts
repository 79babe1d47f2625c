import { createAction, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { RechosenFile } from '@data-manager/domain/uploads/matchSelection';
import type { UploadFile, UploadsDone } from '@data-manager/domain/uploads/upload';
import { sentBytes, shownBytes } from '@data-manager/domain/uploads/uploadProgress';
import { omit } from '@data-manager/lib/omit';
import { loginFound, type WithSession } from '../../session/sessionSlice';
import { filesForgotten } from '../follows/followsSlice';
import { listSelectors } from '../machine/listSelectors';
import { filesQueued } from '../uploads/uploadsSlice';

/** A chosen file that can't be resumed. */
export interface RefusedFile {
  readonly id: string;
  readonly failure: Failure;
}

/** The result of choosing files again, or of reopening them. */
export interface SelectionResult {
  readonly resumed: number;
  /** Interrupted files that were not chosen. */
  readonly missing: number;
  /** Chosen files that are not part of the upload. */
  readonly foreign: number;
  /** Files that the browser was not allowed to reopen. */
  readonly forbidden: number;
  /** Chosen files that another tab has resumed or discarded. */
  readonly elsewhere: number;
  readonly refused: readonly RefusedFile[];
}

type InterruptedStatus =
  | { readonly kind: 'idle'; readonly result?: SelectionResult }
  | { readonly kind: 'resuming' }
  | { readonly kind: 'discarding' };

/** The signed-in user's uploads that were interrupted when a page closed. */
export interface InterruptedState {
  /** Waiting files with their upload sessions. */
  readonly files: readonly UploadFile[];
  /** Bytes that the storage has of the files that were begun on other computers, by id. */
  readonly received?: Readonly<Record<string, number>>;
  /** The ids of the files that another computer may still be sending. */
  readonly active?: readonly string[];
  /** Why the server could not be asked. */
  readonly failure?: Failure;
  /** The place in which the server was asked for all of them. */
  readonly place?: string;
  /** True if the browser can reopen some of the files with the user's permission. */
  readonly isReopenable: boolean;
  /** The part of the same uploads that was completed before the interruption. */
  readonly done: Pick<UploadsDone, 'files' | 'bytes'>;
  /** Files that this page has resumed, with those completed before. */
  readonly resumed: number;
  /** True while another tab is uploading for the same user. */
  readonly isElsewhere: boolean;
  readonly status: InterruptedStatus;
  /** The id under which this page stores its uploads. Set once the page holds the lock of that name. */
  readonly tab?: string;
}

/**
 * Command: read the resume store again, and ask the server what other computers have begun. In a `place`, also what they may still
 * be sending.
 */
export const checkRequested = createAction<{ readonly place?: string } | undefined>('interrupted/checkRequested');
/** Command: reopen the files and resume them. Must follow a click, because the browser may ask for permission. */
export const reopenRequested = createAction('interrupted/reopenRequested');
/** Command: resume the chosen files. Their `File`s are already in the file registry. */
export const resumeRequested = createAction<{ readonly files: readonly RechosenFile[] }>('interrupted/resumeRequested');
/** Command: abort the interrupted uploads of the files that the user has seen, and delete their records. */
export const discardRequested = createAction<{ readonly ids: readonly string[] }>('interrupted/discardRequested');

const NOTHING_DONE = { files: 0, bytes: 0 };

type Found = Omit<InterruptedState, 'resumed' | 'status' | 'tab'>;

const NOTHING_FOUND: InterruptedState = {
  files: [],
  isReopenable: false,
  done: NOTHING_DONE,
  resumed: 0,
  isElsewhere: false,
  status: { kind: 'idle' },
};

function nothingFound({ tab }: InterruptedState): InterruptedState {
  return tab === undefined ? NOTHING_FOUND : { ...NOTHING_FOUND, tab };
}

const slice = createSlice({
  name: 'interrupted',
  initialState: NOTHING_FOUND,
  reducers: {
    tabOpened(state, { payload: { tab } }: PayloadAction<{ readonly tab: string }>) {
      state.tab = tab;
    },
    interruptedFound: (state, { payload }: PayloadAction<Found>): InterruptedState =>
      payload.files.length === 0
        ? { ...nothingFound(state as InterruptedState), ...payload }
        : { ...omit(state as InterruptedState, 'received', 'active', 'failure', 'place'), ...payload },
    resumingStarted(state) {
      state.status = { kind: 'resuming' };
    },
    selectionChecked: (state, { payload }: PayloadAction<SelectionResult>): InterruptedState => ({
      ...(state as InterruptedState),
      status: { kind: 'idle', result: payload },
    }),
    discardingStarted(state) {
      state.status = { kind: 'discarding' };
    },
    filesDiscarded(state, { payload: { ids } }: PayloadAction<{ readonly ids: readonly string[] }>) {
      const discarded = new Set(ids);
      state.files = state.files.filter(({ id }) => !discarded.has(id));
      if (state.status.kind !== 'idle') state.status = { kind: 'idle' };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(loginFound, (state) => nothingFound(state as InterruptedState))
      // A followed folder reports interrupted files that have changed, and deletes their records.
      .addCase(filesForgotten, (state, { payload: { ids } }) => {
        const forgotten = new Set(ids);
        if (state.files.some(({ id }) => forgotten.has(id)))
          state.files = state.files.filter(({ id }) => !forgotten.has(id));
      })
      .addCase(filesQueued, (state, { payload }) => {
        if (state.files.length === 0) return;
        const queued = new Set(payload.files.map(({ id }) => id));
        const left = state.files.filter(({ id }) => !queued.has(id));
        if (left.length === state.files.length) return;
        state.resumed += state.done.files + state.files.length - left.length;
        state.done = NOTHING_DONE;
        state.files = left;
      }),
});

export const interruptedReducer = slice.reducer;
export const { tabOpened, interruptedFound, resumingStarted, selectionChecked, discardingStarted, filesDiscarded } =
  slice.actions;

export interface WithInterrupted {
  readonly interrupted: InterruptedState;
}

type State = WithInterrupted & WithSession;

export const { selectOwn: selectInterruptedFiles } = listSelectors(
  ({ interrupted }: WithInterrupted) => interrupted.files,
);

export interface InterruptedSummary {
  /** Interrupted files. */
  readonly left: number;
  /** Those of them that were begun on other computers. */
  readonly elsewhere: number;
  /** Files of the upload, completed files included. */
  readonly total: number;
  /** Bytes of the upload, without files that this page has resumed. */
  readonly bytes: number;
  /** Bytes that the server has. */
  readonly stored: number;
  /** Bytes that were shown as sent. More than `stored` if some of them have to be sent again. */
  readonly sent: number;
}

export const selectInterruptedSummary = createSelector(
  [
    selectInterruptedFiles,
    (state: State) => state.interrupted.done,
    (state: State) => state.interrupted.resumed,
    (state: State) => state.interrupted.received,
  ],
  (files, done, resumed, received = {}): InterruptedSummary => ({
    left: files.length,
    elsewhere: Object.keys(received).length,
    total: done.files + resumed + files.length,
    bytes: files.reduce((sum, file) => sum + file.size, done.bytes),
    stored: files.reduce((sum, file) => sum + (received[file.id] ?? sentBytes(file)), done.bytes),
    sent: files.reduce((sum, file) => sum + (received[file.id] ?? shownBytes(file)), done.bytes),
  }),
);

/**
 * Returns true if the user has interrupted files in a folder.
 *
 * @param prefix of the folder's keys, with the slash at its end
 */
export function selectIsInterruptedBelow(state: State, prefix: string): boolean {
  return selectInterruptedFiles(state).some(({ key }) => key.startsWith(prefix));
}

/** Returns true if the user has interrupted files, or another tab is uploading. */
export function selectHasInterrupted(state: State): boolean {
  return state.interrupted.isElsewhere || selectInterruptedFiles(state).length > 0;
}
