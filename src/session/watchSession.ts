import { eventChannel, type EventChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import { call, fork, getContext, put, select, take, type SagaOf } from '../lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import type { Ports } from '../platform/ports';
import { checkSession } from './checkSession';
import { forgetDrafts } from './drafts';
import { checkRequested, logoutRequested, type WithSession } from './sessionSlice';
import { forgetSession } from './sessionValues';

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
  const ports = yield* getPorts();
  const session = yield* select((state: WithSession) => state.session);
  const change = yield* call(checkSession, ports, session);
  if (change !== undefined) yield* put(change);
}

function* watchFocus(): SagaOf<void> {
  const ports = yield* getPorts();
  const returns = yield* call(openReturns, ports);
  for (;;) {
    yield effects.take(returns);
    yield* check();
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
  yield* check();
  yield* call(ports.location.assign, logoutUrl);
}
