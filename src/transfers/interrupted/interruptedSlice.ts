import { createAction } from '@reduxjs/toolkit';
import type { Failure } from '../../domain/failures/failure';
import type { RechosenFile } from '../../domain/uploads/matchSelection';
import type { UploadFile } from '../../domain/uploads/upload';
import { omit } from '../../lib/omit';
import { on, plainReducer } from '../../lib/plainReducer';
import { loginFound } from '../../session/sessionSlice';
import { filesQueued } from '../uploads/uploadsSlice';

/** A chosen file that may not go on, and why. */
export interface RefusedFile {
  readonly id: string;
  readonly failure: Failure;
}

/** What came of choosing files again, or of opening them again. */
export interface SelectionResult {
  readonly resumed: number;
  /** Files of the upload that were not among the chosen ones. */
  readonly missing: number;
  /** Chosen files that are no part of the upload. */
  readonly foreign: number;
  /** Files that the browser was not allowed to open by itself. */
  readonly forbidden: number;
  readonly refused: readonly RefusedFile[];
}

/** What pages that are gone have left behind of the signed-in person's uploads. */
export interface InterruptedState {
  /** Each waits with what the server has of it. */
  readonly files: readonly UploadFile[];
  /** Some of them the browser can open by itself, if the person permits. */
  readonly isReopenable: boolean;
  /** How many of the same uploads were done before. */
  readonly done: number;
  /** How many of them this page has taken over. */
  readonly resumed: number;
  /** Another tab is uploading for the same person. */
  readonly isElsewhere: boolean;
  /** What is being done about them. */
  readonly work?: 'resuming' | 'discarding';
  readonly result?: SelectionResult;
}

/** Wish: look into the journal again. */
export const checkRequested = createAction('interrupted/checkRequested');
/** Wish, under a click: have the browser open the files, and go on with them. */
export const reopenRequested = createAction('interrupted/reopenRequested');
/** Wish: go on with these; the `File`s were put into the registry before. */
export const resumeRequested = createAction<{ readonly files: readonly RechosenFile[] }>('interrupted/resumeRequested');
/** Wish, confirmed by the person: have the server let go of them, and forget them. */
export const discardRequested = createAction('interrupted/discardRequested');

/** What pages that are gone have left behind, as the journal says now. */
export const interruptedFound =
  createAction<Pick<InterruptedState, 'files' | 'isReopenable' | 'done' | 'isElsewhere'>>(
    'interrupted/interruptedFound',
  );
/** Files are looked at, to go on with them. */
export const resumingStarted = createAction('interrupted/resumingStarted');
/** So many go on, and these don't: what was being done is done. */
export const selectionChecked = createAction<SelectionResult>('interrupted/selectionChecked');
/** The server is being told to let go of them. */
export const discardingStarted = createAction('interrupted/discardingStarted');
/** The server holds nothing of these any more, and the journal knows nothing of them. */
export const filesDiscarded = createAction<{ readonly ids: readonly string[] }>('interrupted/filesDiscarded');

const initialState: InterruptedState = { files: [], isReopenable: false, done: 0, resumed: 0, isElsewhere: false };

export const interruptedReducer = plainReducer<InterruptedState>(initialState, [
  // Whoever signs in: the journal is looked at for them.
  on(loginFound, () => initialState),
  on(interruptedFound, (state, found) => {
    const { work, result, resumed } = state;
    if (found.files.length === 0) return { ...initialState, ...found };
    return { ...found, resumed, ...(work && { work }), ...(result && { result }) };
  }),
  on(resumingStarted, (state) => ({ ...omit(state, 'result'), work: 'resuming' })),
  on(filesQueued, (state, { files }) => {
    const rest = without(state.files, new Set(files.map((file) => file.id)));
    const taken = state.files.length - rest.length;
    return taken === 0 ? state : { ...state, files: rest, resumed: state.resumed + taken };
  }),
  on(selectionChecked, (state, result) => ({ ...omit(state, 'work'), result })),
  on(discardingStarted, (state) => ({ ...omit(state, 'result'), work: 'discarding' })),
  on(filesDiscarded, (state, { ids }) => ({ ...omit(state, 'work'), files: without(state.files, new Set(ids)) })),
]);

function without(files: readonly UploadFile[], ids: ReadonlySet<string>): readonly UploadFile[] {
  return files.filter((file) => !ids.has(file.id));
}
