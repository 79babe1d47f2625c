import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionOwner } from '@data-manager/domain/session/session';

/** The login state. Tokens are never in the store. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'loggedIn'; readonly owner: SessionOwner }
  | { readonly status: 'loggedOut' };

export interface WithSession {
  readonly session: SessionState;
}

export const logoutRequested = createAction('session/logoutRequested');
export const checkRequested = createAction('session/checkRequested');

const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: 'unknown' }),
  reducers: {
    /** Local storage holds a complete session. */
    loginFound: (_state, { payload }: PayloadAction<SessionOwner>): SessionState => ({
      status: 'loggedIn',
      owner: payload,
    }),
    /** A session value is missing, or the refresh was rejected. */
    sessionLost: (): SessionState => ({ status: 'loggedOut' }),
  },
});

export const sessionReducer = sessionSlice.reducer;
export const { loginFound, sessionLost } = sessionSlice.actions;

/** Returns the signed-in user; undefined if there is none. */
export function selectSessionOwner({ session }: WithSession): SessionOwner | undefined {
  return session.status === 'loggedIn' ? session.owner : undefined;
}
