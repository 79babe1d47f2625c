import type { SessionOwner } from '@data-manager/domain/session/session';
import type { Ports } from '../platform/ports';

/** Prefix of the session-storage keys. A draft survives a reload, but not the tab. */
const PREFIX = 'draft/';

type WithStorage = Pick<Ports, 'sessionStorage'>;

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

/** Deletes all drafts in this tab except for those of one user. */
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
