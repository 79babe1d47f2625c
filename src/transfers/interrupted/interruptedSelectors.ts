import { createSelector } from '@reduxjs/toolkit';
import { belongsTo } from '../../domain/session/session';
import type { UploadFile } from '../../domain/uploads/upload';
import { sentBytes } from '../../domain/uploads/uploadProgress';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { InterruptedState } from './interruptedSlice';

export interface WithInterrupted {
  readonly interrupted: InterruptedState;
}

type State = WithInterrupted & WithSession;

/** The interrupted files of whoever is signed in. */
export const selectInterruptedFiles = createSelector(
  [(state: State) => state.interrupted.files, selectSessionOwner],
  (files, owner): readonly UploadFile[] => files.filter((file) => belongsTo(file, owner)),
);

/** The interrupted upload in numbers. */
export interface InterruptedSummary {
  /** Files. */
  readonly left: number;
  /** Files, those included that are done. */
  readonly total: number;
  /** Bytes that the server does not have. */
  readonly bytesLeft: number;
}

/** What is left of the interrupted upload. */
export const selectInterruptedSummary = createSelector(
  [selectInterruptedFiles, (state: State) => state.interrupted.done, (state: State) => state.interrupted.resumed],
  (files, done, resumed): InterruptedSummary => ({
    left: files.length,
    total: done + resumed + files.length,
    bytesLeft: files.reduce((sum, file) => sum + file.size - sentBytes(file), 0),
  }),
);

/** True if there is something of an interrupted upload to tell the person: files are left, or another tab sends them. */
export function selectHasInterrupted(state: State): boolean {
  return state.interrupted.isElsewhere || selectInterruptedFiles(state).length > 0;
}
