import { readTokenPayload } from './tokenPayload';

/** The eight values of a session (wire contract); all present and not empty = logged in. */
export const SESSION_KEYS = [
  'A_K',
  'S_K',
  'session_token',
  'id_token',
  'access_token',
  'refresh_token',
  'sponsor_id',
  'user_id',
] as const;

/** The name of a session value, as cookies and local storage have it. */
export type SessionKey = (typeof SESSION_KEYS)[number];
/** The session values, tokens among them: secrets but for the two ids. */
export type SessionValues = Readonly<Record<SessionKey, string>>;

/** What the store may know of a session: who, never the tokens. */
export interface SessionOwner {
  readonly sponsorId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** Whether something was made by a person: the same user of the same sponsor. Nothing belongs to nobody. */
export function belongsTo(
  made: Pick<SessionOwner, 'sponsorId' | 'userId'>,
  owner: Pick<SessionOwner, 'sponsorId' | 'userId'> | undefined,
): boolean {
  return made.sponsorId === owner?.sponsorId && made.userId === owner.userId;
}

/** What a look at the cookies (or at a supplied object) says about the session. */
export type SessionDecision =
  | {
      readonly kind: 'found';
      readonly values: SessionValues;
      readonly owner: SessionOwner;
      /** False when local storage already holds exactly these values. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'lost'; readonly missing: readonly SessionKey[] };

/** All eight values present and not empty means logged in; any missing one means that the session is lost. */
export function decideSession(found: Partial<SessionValues>, stored: Partial<SessionValues>): SessionDecision {
  const missing = SESSION_KEYS.filter((key) => !found[key]);
  if (!hasAll(found)) return { kind: 'lost', missing };
  return {
    kind: 'found',
    values: found,
    owner: { sponsorId: found.sponsor_id, userId: found.user_id, isAdmin: isAdminToken(found.id_token) },
    isNew: SESSION_KEYS.some((key) => found[key] !== stored[key]),
  };
}

/** Whether an id token claims `custom:isAdmin` (true in any case, as text or boolean). A token that can't be read does not. */
export function isAdminToken(idToken: string): boolean {
  const claim = readTokenPayload(idToken)['custom:isAdmin'];
  return claim === true || (typeof claim === 'string' && claim.toLowerCase() === 'true');
}

function hasAll(found: Partial<SessionValues>): found is SessionValues {
  return SESSION_KEYS.every((key) => Boolean(found[key]));
}
