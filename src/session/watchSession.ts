import { eventChannel, type EventChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import { decideSession, type SessionDecision, type SessionValues } from '../domain/session/session';
import { call, fork, getContext, put, select, take, type SagaOf } from '../lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import type { Ports } from '../platform/ports';
import { forgetDrafts } from './drafts';
import {
  checkRequested,
  loginFound,
  logoutRequested,
  selectSessionOwner,
  selectSessionStatus,
  sessionLost,
} from './sessionSlice';
import { clearStoredSession, forgetSession, readCookieValues, readStoredValues, storeSession } from './sessionValues';

/** Checks the session at startup, whenever the window regains focus, and on request. Handles logouts. */
export function* watchSession(): SagaOf<void> {
  yield* checkSession();
  yield* fork(watchFocus);
  yield* fork(watchLogouts);
  for (;;) {
    yield* take(checkRequested);
    yield* checkSession();
  }
}

/**
 * Copies a complete session from the cookies, or from the supplied values, to local storage; clears local storage if a
 * value is missing. Deletes the drafts of other users. Dispatches changes only, so that a return to the window does not
 * render the page again.
 */
export function* checkSession(supplied?: Partial<SessionValues>): SagaOf<void> {
  const ports = yield* getPorts();
  const decision = yield* call(updateStoredSession, ports, supplied);
  if (decision.kind === 'lost') {
    if ((yield* select(selectSessionStatus)) !== 'loggedOut') yield* put(sessionLost());
    return;
  }
  const { owner } = decision;
  yield* call(forgetDrafts, ports, owner);
  const known = yield* select(selectSessionOwner);
  const isKnown =
    known?.sponsorId === owner.sponsorId && known.userId === owner.userId && known.isAdmin === owner.isAdmin;
  if (!isKnown) yield* put(loginFound(owner));
}

function updateStoredSession(ports: Ports, supplied: Partial<SessionValues> | undefined): SessionDecision {
  const decision = decideSession(supplied ?? readCookieValues(ports), readStoredValues(ports));
  if (decision.kind === 'lost') {
    ports.log(`No session: no value for ${decision.missing.join(', ')}`);
    clearStoredSession(ports);
  } else if (decision.isNew) {
    storeSession(ports, decision.values, decision.owner.isAdmin);
  }
  return decision;
}

function* watchFocus(): SagaOf<void> {
  const ports = yield* getPorts();
  const returns = yield* call(openReturns, ports);
  for (;;) {
    yield effects.take(returns);
    yield* checkSession();
  }
}

function openReturns(ports: Ports): EventChannel<true> {
  return eventChannel<true>((emit) => ports.page.onReturn(() => emit(true)));
}

function* watchLogouts(): SagaOf<void> {
  for (;;) {
    yield* take(logoutRequested);
    yield* logout();
  }
}

/** Clears the session and all drafts, keeps the download list, and opens the identity provider's logout page. */
function* logout(): SagaOf<void> {
  const ports = yield* getPorts();
  const { logoutUrl } = yield* getContext<DeploymentConfig>('config');
  yield* call(forgetSession, ports);
  yield* call(forgetDrafts, ports);
  yield* checkSession();
  yield* call(ports.location.assign, logoutUrl);
}
