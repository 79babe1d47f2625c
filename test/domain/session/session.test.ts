import { decideSession, SESSION_KEYS, type SessionValues } from '@data-manager/domain/session/session';
import { aSession } from '../../support/fakePorts';

it('decideSession finds a session if all eight values are present', () => {
  const values = aSession();
  expect(decideSession(values, {})).toEqual({
    kind: 'found',
    values,
    owner: { sponsorId: 'acme', userId: 'user-1', isAdmin: false },
    isNew: true,
  });
});

it('decideSession reports a session that is already stored as not new', () => {
  expect(decideSession(aSession(), aSession())).toMatchObject({ kind: 'found', isNew: false });
});

it('decideSession reports a session with one changed token as new', () => {
  expect(decideSession(aSession({ access_token: 'access-2' }), aSession())).toMatchObject({ isNew: true });
});

it.each(SESSION_KEYS)('decideSession reports a session without %s as lost', (key) => {
  const rest: Partial<SessionValues> = { ...aSession(), [key]: undefined };
  expect(decideSession(rest, aSession())).toEqual({ kind: 'lost', missing: [key] });
  expect(decideSession({ ...rest, [key]: '' }, {})).toEqual({ kind: 'lost', missing: [key] });
});
