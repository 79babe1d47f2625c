import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionOwner } from '../domain/session/session';

/** The store knows who is signed in, never the tokens. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'loggedIn'; readonly owner: SessionOwner }
  | { readonly status: 'loggedOut' };

/** The part of the store's state that the selectors here need. */
export interface WithSession {
  readonly session: SessionState;
}

/** The person asks to be logged out. */
export const logoutRequested = createAction('session/logoutRequested');
/** Somebody wants the session looked at again. */
export const checkRequested = createAction('session/checkRequested');

const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: 'unknown' }),
  reducers: {
    /** A complete session stands in local storage. */
    loginFound: (_state, { payload }: PayloadAction<SessionOwner>): SessionState => ({
      status: 'loggedIn',
      owner: payload,
    }),
    /** A session value is missing, or the refresh was refused. */
    sessionLost: (): SessionState => ({ status: 'loggedOut' }),
  },
});

export const sessionReducer = sessionSlice.reducer;
export const { loginFound, sessionLost } = sessionSlice.actions;

/** Who is signed in; undefined while nobody is. */
export function selectSessionOwner({ session }: WithSession): SessionOwner | undefined {
  return session.status === 'loggedIn' ? session.owner : undefined;
}

/** Where the login stands. */
export function selectSessionStatus({ session }: WithSession): SessionState['status'] {
  return session.status;
}
