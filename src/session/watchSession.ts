import { buffers } from 'redux-saga';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import { call, fork, getContext, put, select, take, type SagaOf } from '@data-manager/lib/typedEffects';
import { handleEach } from '@data-manager/lib/waitFor';
import { getPorts } from '../platform/getPorts';
import type { Ports } from '../platform/ports';
import { checkSession } from './checkSession';
import { forgetDrafts } from './drafts';
import { checkRequested, logoutRequested, type SessionState, type WithSession } from './sessionSlice';
import { forgetSession } from './sessionValues';

/** The stored session, in the context of the sagas. Its results have no secrets, so that they can be recorded. */
export interface SessionAccess {
  /** Returns the action to dispatch; undefined if nothing has changed. */
  readonly check: (session: SessionState) => ReturnType<typeof checkSession>;
  /** Clears the session and all drafts. */
  readonly forget: () => void;
}

export function createSessionAccess(ports: Ports): SessionAccess {
  return {
    check: (session) => checkSession(ports, session),
    forget: () => {
      forgetSession(ports);
      forgetDrafts(ports);
    },
  };
}

/** Checks the session at startup, whenever the window regains focus, and on request. Handles logouts. */
export function* watchSession(): SagaOf<void> {
  yield* check();
  yield* fork(watchFocus);
  yield* fork(watchLogouts);
  for (;;) {
    yield* take(checkRequested);
    yield* check();
  }
}

function* check(): SagaOf<void> {
  const access = yield* getContext<SessionAccess>('session');
  const session = yield* select((state: WithSession) => state.session);
  const change = yield* call(access.check, session);
  if (change !== undefined) yield* put(change);
}

function* watchFocus(): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* handleEach((listener: (signal: true) => void) => page.onReturn(() => listener(true)), check, buffers.none());
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
  const access = yield* getContext<SessionAccess>('session');
  const { logoutUrl } = yield* getContext<DeploymentConfig>('config');
  yield* call(access.forget);
  yield* check();
  yield* call(ports.location.assign, logoutUrl);
}
