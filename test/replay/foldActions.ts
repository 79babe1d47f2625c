import type { UnknownAction } from '@reduxjs/toolkit';
import { transferReducer, type TransferState } from '../../src/transfers/transferReducers';
import { findDifferences, type Difference } from './findDifferences';
import type { Recording } from './parseRecording';

/** One action and what the reducers made of it. */
export interface Step {
  readonly action: UnknownAction;
  readonly before: TransferState;
  readonly after: TransferState;
}

/** Lets the reducers take the recorded actions, one after the other. */
export function foldActions({ before, actions }: Pick<Recording, 'before' | 'actions'>): readonly Step[] {
  let state = before;
  return actions.map((action) => {
    const step = { action, before: state, after: transferReducer(state, action) };
    state = step.after;
    return step;
  });
}

/** How the state that the reducers come to differs from the recorded one. */
export function checkFinalState(recording: Recording, steps: readonly Step[]): readonly Difference[] {
  return findDifferences(recording.after, steps.at(-1)?.after ?? recording.before);
}
