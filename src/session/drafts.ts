import type { SessionOwner } from '../domain/session/session';
import type { Ports } from '../platform/ports';

/** Session-storage keys: what somebody has typed and not saved outlives a reload, but not the tab. */
const PREFIX = 'draft/';

type WithStorage = Pick<Ports, 'sessionStorage'>;

/** Keeps what somebody has typed into a form about a subject, where the browser allows it. */
export function keepDraft({ sessionStorage }: WithStorage, owner: SessionOwner, subject: string, text: string): void {
  sessionStorage.set(draftKey(owner, subject), text);
}

/** What was kept of a form; null if nothing was. */
export function readDraft({ sessionStorage }: WithStorage, owner: SessionOwner, subject: string): string | null {
  return sessionStorage.get(draftKey(owner, subject));
}

/** Lets go of what was kept of a form. */
export function forgetDraft({ sessionStorage }: WithStorage, owner: SessionOwner, subject: string): void {
  sessionStorage.remove(draftKey(owner, subject));
}

/** Lets go of every draft in this tab but those of somebody. */
export function forgetDrafts({ sessionStorage }: WithStorage, except?: SessionOwner): void {
  const own = except === undefined ? undefined : ownersPrefix(except);
  for (const key of sessionStorage.keys()) {
    if (key.startsWith(PREFIX) && (own === undefined || !key.startsWith(own))) sessionStorage.remove(key);
  }
}

function draftKey(owner: SessionOwner, subject: string): string {
  return ownersPrefix(owner) + subject;
}

function ownersPrefix({ sponsorId, userId }: SessionOwner): string {
  return `${PREFIX}${encodeURIComponent(sponsorId)}/${encodeURIComponent(userId)}/`;
}
