import type { Action, Reducer } from '@reduxjs/toolkit';
import { isRecord } from '@data-manager/lib/isRecord';
import { omit } from '@data-manager/lib/omit';

type Slices = Readonly<Record<string, unknown>>;

/** Where redux-persist keeps its marks in a slice that it stores. */
const MARKS = '_persist';

/**
 * Returns a reducer for the actions that Redux DevTools reduces again: after an import, a skipped action or a hot reload.
 * A state without some of the slices is completed with those of the present: a recording has only the slices of the
 * transfers, and the screens need the others.
 *
 * The problem is redux-persist, whose reducer has side effects: it would store the states that DevTools computes, and it
 * throws at its own actions if they come from a file. So its actions are left out, and its marks are hidden from it
 * meanwhile. Without them, it calls the original reducer and nothing else.
 *
 * @param present returns the state after the latest action of the app
 * @param substitute adds to the present state what the screens need to render an import
 */
export function createReplayedReducer(
  reducer: Reducer<unknown>,
  present: () => unknown,
  substitute: (present: unknown) => unknown,
): Reducer<unknown> {
  return (state, action) => {
    if (!isRecord(state)) return reducer(state, action);
    if (isPersistAction(action)) return state;
    const now = present();
    const before = isComplete(state, now) ? state : { ...(substitute(now) as Slices), ...state };
    return withoutMarks(before, (unmarked) => reducer(unmarked, action), now);
  };
}

function isPersistAction({ type }: Action): boolean {
  return type.startsWith('persist/');
}

function isComplete(state: Slices, now: unknown): boolean {
  return !isRecord(now) || Object.keys(now).every((name) => name in state);
}

/** Reduces slices without their marks, and marks them as in the present. Slices that have not changed stay the same. */
function withoutMarks(before: Slices, reduce: (unmarked: Slices) => unknown, now: unknown): unknown {
  const unmarked = mapSlices(before, (slice) => {
    if (!isRecord(slice) || !(MARKS in slice)) return slice;
    return omit(slice, MARKS);
  });
  const after = reduce(unmarked);
  if (!isRecord(after)) return after;
  return mapSlices(
    after,
    (slice, name) => {
      const presentSlice = isRecord(now) ? now[name] : undefined;
      const marks = isRecord(presentSlice) ? presentSlice[MARKS] : undefined;
      const old = before[name];
      if (slice === unmarked[name] && (marks === undefined || (isRecord(old) && old[MARKS] === marks))) return old;
      return marks === undefined || !isRecord(slice) ? slice : { ...slice, [MARKS]: marks };
    },
    before,
  );
}

/** Returns `same` if all slices are the same as in it. */
function mapSlices(slices: Slices, map: (slice: unknown, name: string) => unknown, same = slices): Slices {
  const mapped = Object.fromEntries(Object.entries(slices).map(([name, slice]) => [name, map(slice, name)]));
  const isSame = Object.keys({ ...mapped, ...same }).every((name) => mapped[name] === same[name]);
  return isSame ? same : mapped;
}
