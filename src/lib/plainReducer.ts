import type { PayloadAction, Reducer } from '@reduxjs/toolkit';

/** How one kind of action changes a state; the same object back means "no change". */
export interface Case<State> {
  readonly type: string;
  readonly apply: (state: State, action: unknown) => State;
}

/** Ties an action creator to its effect on a state. */
export function on<State, Payload>(
  creator: {
    readonly type: string;
    readonly match: (action: unknown) => action is PayloadAction<Payload>;
  },
  reduce: (state: State, payload: Payload) => State,
): Case<State> {
  return {
    type: creator.type,
    apply: (state, action) => (creator.match(action) ? reduce(state, action.payload) : state),
  };
}

/**
 * A reducer over plain objects, for a state with thousands of entries: drafts (immer) cost a visit to every entry
 * with every action, a plain array copy does not.
 */
export function plainReducer<State>(initialState: State, cases: readonly Case<State>[]): Reducer<State> {
  const byType = new Map(cases.map((one) => [one.type, one]));
  return (state = initialState, action) => byType.get(action.type)?.apply(state, action) ?? state;
}
