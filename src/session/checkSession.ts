import {
  decideSession,
  SESSION_KEYS,
  type SessionDecision,
  type SessionValues,
} from '@data-manager/domain/session/session';
import type { Ports } from '../platform/ports';
import { forgetDrafts } from './drafts';
import { loginFound, sessionLost, type SessionState } from './sessionSlice';
import { clearStoredSession, readCookieValues, readStoredValues, storeSession } from './sessionValues';

/**
 * Copies a complete session from the cookies, or from the supplied values, to local storage; clears local storage if a
 * value is missing. Deletes the drafts of other users. Returns the action to dispatch; undefined if nothing has changed, so
 * that a return to the window does not render the page again.
 */
export function checkSession(
  ports: Ports,
  session: SessionState,
  supplied?: Partial<SessionValues>,
): ReturnType<typeof loginFound | typeof sessionLost> | undefined {
  const decision = updateStoredSession(ports, supplied);
  if (decision.kind === 'lost') return session.status === 'loggedOut' ? undefined : sessionLost();
  const { owner } = decision;
  forgetDrafts(ports, owner);
  const known = session.status === 'loggedIn' ? session.owner : undefined;
  const isKnown =
    known?.sponsorId === owner.sponsorId && known.userId === owner.userId && known.isAdmin === owner.isAdmin;
  return isKnown ? undefined : loginFound(owner);
}

function updateStoredSession(ports: Ports, supplied: Partial<SessionValues> | undefined): SessionDecision {
  const decision = decideSession(supplied ?? readCookieValues(ports), readStoredValues(ports));
  if (decision.kind === 'lost') {
    // Without any value, no user is signed in, which is no defect.
    const isPartial = decision.missing.length < SESSION_KEYS.length;
    if (isPartial) ports.log(`No session: no value for ${decision.missing.join(', ')}`);
    clearStoredSession(ports);
  } else if (decision.isNew) {
    storeSession(ports, decision.values, decision.owner.isAdmin);
  }
  return decision;
}
