import { decideSession, isAdminToken, SESSION_KEYS, type SessionValues } from '../../../src/domain/session/session';
import { anIdToken, aSession } from '../../support/fakePorts';

describe('decideSession', () => {
  it('finds a session when all eight values are there', () => {
    const values = aSession();
    expect(decideSession(values, {})).toEqual({
      kind: 'found',
      values,
      owner: { sponsorId: 'acme', userId: 'user-1', isAdmin: false },
      isNew: true,
    });
  });

  it('knows a session that is stored already', () => {
    expect(decideSession(aSession(), aSession())).toMatchObject({ kind: 'found', isNew: false });
  });

  it('takes one changed token for news', () => {
    expect(decideSession(aSession({ access_token: 'access-2' }), aSession())).toMatchObject({ isNew: true });
  });

  it.each(SESSION_KEYS)('is lost without %s', (key) => {
    const rest: Partial<SessionValues> = { ...aSession(), [key]: undefined };
    expect(decideSession(rest, aSession())).toEqual({ kind: 'lost', missing: [key] });
    expect(decideSession({ ...rest, [key]: '' }, {})).toEqual({ kind: 'lost', missing: [key] });
  });
});

describe('isAdminToken', () => {
  it.each([
    ['true', true],
    ['TRUE', true],
    ['True', true],
    [true, true],
    ['false', false],
    ['yes', false],
    [1, false],
    [undefined, false],
  ])('reads the claim %p as %p', (claim, isAdmin) => {
    expect(isAdminToken(anIdToken({ 'custom:isAdmin': claim, name: 'Zoë 脑 ÿþ?>' }))).toBe(isAdmin);
  });

  it.each(['', 'x', 'a.b.c', 'a.%%%.c', `a.${btoa('[]')}.c`, `a.${btoa('null')}.c`, `a.${btoa('"true"')}.c`])(
    'takes the unreadable token %p for no admin',
    (token) => {
      expect(isAdminToken(token)).toBe(false);
    },
  );
});
