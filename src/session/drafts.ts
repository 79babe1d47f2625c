import type { SessionOwner } from '@data-manager/domain/session/session';
import type { Ports } from '../platform/ports';

/** Prefix of the session-storage keys. A draft survives a reload, but not the tab. */
const PREFIX = 'draft/';

type WithStorage = Pick<Ports, 'sessionStorage' | 'heldDrafts'>;

/** Stores the unsaved input of a form, if the browser allows it. */
export function keepDraft({ sessionStorage }: WithStorage, owner: SessionOwner, subject: string, text: string): void {
  sessionStorage.set(draftKey(owner, subject), text);
}

/** Returns the unsaved input of a form. */
export function readDraft({ sessionStorage }: WithStorage, owner: SessionOwner, subject: string): string | null {
  return sessionStorage.get(draftKey(owner, subject));
}

/** Deletes the unsaved input of a form. */
export function forgetDraft({ sessionStorage }: WithStorage, owner: SessionOwner, subject: string): void {
  sessionStorage.remove(draftKey(owner, subject));
}

/** Deletes all drafts in this tab except for the drafts of one user. */
export function forgetDrafts({ sessionStorage, heldDrafts }: WithStorage, except?: SessionOwner): void {
  const own = except === undefined ? undefined : ownersPrefix(except);
  const isForgotten = (key: string) => key.startsWith(PREFIX) && (own === undefined || !key.startsWith(own));
  for (const key of sessionStorage.keys()) if (isForgotten(key)) sessionStorage.remove(key);
  for (const key of heldDrafts.keys()) if (isForgotten(key)) heldDrafts.delete(key);
}

/** Returns the key of a draft, in the session storage or among the held drafts. */
export function draftKey(owner: SessionOwner, subject: string): string {
  return ownersPrefix(owner) + subject;
}

function ownersPrefix({ sponsorId, userId }: SessionOwner): string {
  return `${PREFIX}${encodeURIComponent(sponsorId)}/${encodeURIComponent(userId)}/`;
}
