import { draftKey, forgetDraft, forgetDrafts, keepDraft, readDraft } from '../../src/session/drafts';
import { logoutRequested, sessionLost } from '../../src/session/sessionSlice';
import { anOwner } from '../support/builders';
import { createTestStore } from '../support/createTestStore';
import { createFakePorts, signedInPorts, signIn } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';

const owner = anOwner();
const other = anOwner({ userId: 'user-2' });

describe('drafts', () => {
  it('stores drafts by sponsor, user and subject', () => {
    const ports = createFakePorts();
    keepDraft(ports, owner, 'a', 'mine');
    expect(readDraft(ports, owner, 'a')).toBe('mine');
    expect(readDraft(ports, owner, 'b')).toBeNull();
    expect(readDraft(ports, other, 'a')).toBeNull();
    expect(readDraft(ports, anOwner({ sponsorId: 'globex' }), 'a')).toBeNull();
    forgetDraft(ports, owner, 'a');
    expect(readDraft(ports, owner, 'a')).toBeNull();
  });

  it('deletes drafts without affecting other entries of the session storage', () => {
    const ports = createFakePorts();
    ports.sessionStorage.set('path-before-login', '/acme');
    keepDraft(ports, owner, 'a', 'mine');
    keepDraft(ports, other, 'a', 'theirs');
    forgetDrafts(ports, owner);
    expect(ports.sessionStorage.keys()).toEqual(['path-before-login', 'draft/acme/user-1/a']);
    forgetDrafts(ports);
    expect(ports.sessionStorage.keys()).toEqual(['path-before-login']);
  });

  it('keeps drafts out of local storage, and deletes them at a logout', () => {
    const { store, ports } = signedIn();
    keepDraft(ports, owner, 'a', 'mine');
    ports.heldDrafts.set(draftKey(owner, 'b'), {});
    store.dispatch(logoutRequested());
    expect(ports.recorded.assigns).toEqual(['https://id.test/logout']);
    expect(readDraft(ports, owner, 'a')).toBeNull();
    expect(ports.heldDrafts.size).toBe(0);
    expect(ports.localStorage.keys()).toEqual([]);
  });

  it('keeps drafts over an expired session for the same user only', () => {
    const { store, ports } = signedIn();
    keepDraft(ports, owner, 'a', 'mine');
    ports.heldDrafts.set(draftKey(owner, 'b'), {});
    store.dispatch(sessionLost());
    ports.control.returnToPage();
    expect(readDraft(ports, owner, 'a')).toBe('mine');
    expect(ports.heldDrafts.size).toBe(1);
    signIn(ports, { user_id: 'user-2' });
    ports.control.returnToPage();
    expect(readDraft(ports, owner, 'a')).toBeNull();
    expect(ports.heldDrafts.size).toBe(0);
  });
});

function signedIn() {
  const ports = signedInPorts({ fetch: createFakeServer().fetch });
  return createTestStore({ ports });
}
