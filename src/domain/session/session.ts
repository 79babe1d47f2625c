import { isAdminToken, userNameOf } from './token';

/** The eight values of a session (wire contract). A session exists if all of them are present and not empty. */
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

/** The name of a session value in cookies and local storage. */
export type SessionKey = (typeof SESSION_KEYS)[number];
/** All of them are secrets except for `sponsor_id` and `user_id`. */
export type SessionValues = Readonly<Record<SessionKey, string>>;

/** The part of a session that the store holds. */
export interface SessionOwner {
  readonly sponsorId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  /** The user's name or email address. Absent if the ID token contains neither. */
  readonly name?: string;
}

/** Returns true if an item was created by the same user of the same sponsor. */
export function belongsTo(
  item: Pick<SessionOwner, 'sponsorId' | 'userId'>,
  owner: Pick<SessionOwner, 'sponsorId' | 'userId'> | undefined,
): boolean {
  return item.sponsorId === owner?.sponsorId && item.userId === owner.userId;
}

/** The result of a session check. */
export type SessionDecision =
  | {
      readonly kind: 'found';
      readonly values: SessionValues;
      readonly owner: SessionOwner;
      /** False if local storage already holds these values. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'lost'; readonly missing: readonly SessionKey[] };

/** Compares the session values that were found in the cookies, or were supplied, with those in local storage. */
export function decideSession(found: Partial<SessionValues>, stored: Partial<SessionValues>): SessionDecision {
  const missing = SESSION_KEYS.filter((key) => !found[key]);
  if (!isComplete(found)) return { kind: 'lost', missing };
  const name = userNameOf(found.id_token);
  return {
    kind: 'found',
    values: found,
    owner: {
      sponsorId: found.sponsor_id,
      userId: found.user_id,
      isAdmin: isAdminToken(found.id_token),
      ...(name !== undefined && { name }),
    },
    isNew: SESSION_KEYS.some((key) => found[key] !== stored[key]),
  };
}

function isComplete(found: Partial<SessionValues>): found is SessionValues {
  return SESSION_KEYS.every((key) => Boolean(found[key]));
}
