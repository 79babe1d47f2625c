import { eventChannel, type EventChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import { call, fork, getContext, take, type SagaOf } from '../lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import type { Ports } from '../platform/ports';
import { checkSession } from './checkSession';
import { forgetDrafts } from './drafts';
import { checkRequested, logoutRequested } from './sessionSlice';
import { forgetSession } from './sessionValues';

/** Looks at the session at the start, on every return to the page and on request; logs out on request. */
export function* watchSession(): SagaOf<void> {
  yield* checkSession();
  yield* fork(watchReturns);
  yield* fork(watchLogouts);
  for (;;) {
    yield* take(checkRequested);
    yield* checkSession();
  }
}

function* watchLogouts(): SagaOf<void> {
  for (;;) {
    yield* take(logoutRequested);
    yield* logout();
  }
}

function* watchReturns(): SagaOf<void> {
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

/** Clears the session, with what was typed and not saved, and goes to the identity provider's logout page. The download list stays. */
function* logout(): SagaOf<void> {
  const ports = yield* getPorts();
  const { logoutUrl } = yield* getContext<DeploymentConfig>('config');
  yield* call(forgetSession, ports);
  yield* call(forgetDrafts, ports);
  yield* checkSession();
  yield* call(ports.location.assign, logoutUrl);
}
