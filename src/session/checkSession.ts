import { decideSession, type SessionDecision, type SessionOwner, type SessionValues } from '../domain/session/session';
import { call, put, select, type SagaOf } from '../lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import type { Ports } from '../platform/ports';
import { forgetDrafts } from './drafts';
import { loginFound, selectSessionOwner, selectSessionStatus, sessionLost } from './sessionSlice';
import { clearStoredSession, readCookieValues, readStoredValues, storeSession } from './sessionValues';

/**
 * Looks at the session once: eight values in the cookies (or in the supplied object) are copied to local storage,
 * a missing one clears it. What somebody else has typed into forms goes. Tells the store only what is news, so that a
 * return to the window causes no churn.
 */
export function* checkSession(supplied?: Partial<SessionValues>): SagaOf<void> {
  const ports = yield* getPorts();
  const decision = yield* call(lookAtSession, ports, supplied);
  if (decision.kind === 'lost') {
    if ((yield* select(selectSessionStatus)) !== 'loggedOut') yield* put(sessionLost());
    return;
  }
  yield* call(forgetDrafts, ports, decision.owner);
  const known = yield* select(selectSessionOwner);
  if (!isSameOwner(known, decision.owner)) yield* put(loginFound(decision.owner));
}

function lookAtSession(ports: Ports, supplied: Partial<SessionValues> | undefined): SessionDecision {
  const decision = decideSession(supplied ?? readCookieValues(ports), readStoredValues(ports));
  if (decision.kind === 'lost') {
    ports.log(`No session: no value for ${decision.missing.join(', ')}`);
    clearStoredSession(ports);
  } else if (decision.isNew) {
    storeSession(ports, decision.values, decision.owner.isAdmin);
  }
  return decision;
}

function isSameOwner(known: SessionOwner | undefined, found: SessionOwner): boolean {
  return known?.sponsorId === found.sponsorId && known.userId === found.userId && known.isAdmin === found.isAdmin;
}
