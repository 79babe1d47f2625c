import fc from 'fast-check';
import { isAdminToken, timeUntilRefresh, userNameOf } from '@data-manager/domain/session/token';
import { anIdToken, FAKE_NOW_MS } from '../../support/fakePorts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The clock of the server has nothing to do with the local one. */
const aToken = (lifetimeMs: number) => anIdToken({ iat: 1_000, exp: 1_000 + lifetimeMs / 1_000 });

it.each([
  ['true', true],
  ['TRUE', true],
  ['True', true],
  [true, true],
  ['false', false],
  ['yes', false],
  [1, false],
  [undefined, false],
])('isAdminToken reads the claim custom:isAdmin = %p as %p', (claim, isAdmin) => {
  expect(isAdminToken(anIdToken({ 'custom:isAdmin': claim, name: 'Zoë 脑 ÿþ?>' }))).toBe(isAdmin);
});

it.each(['', 'x', 'a.b.c', 'a.%%%.c', `a.${btoa('[]')}.c`, `a.${btoa('null')}.c`, `a.${btoa('"true"')}.c`])(
  'isAdminToken returns false for the unreadable token %p',
  (token) => {
    expect(isAdminToken(token)).toBe(false);
  },
);

it('userNameOf returns the name of the user, otherwise the email address', () => {
  const email = 'ada@acme.example';
  expect(userNameOf(anIdToken({ name: 'Ada Admin', email }))).toBe('Ada Admin');
  expect(userNameOf(anIdToken({ name: ' ', email }))).toBe(email);
  expect(userNameOf(anIdToken({ name: 7 }))).toBeUndefined();
  expect(userNameOf('x')).toBeUndefined();
});

describe('timeUntilRefresh', () => {
  it('returns the time until five minutes before a token of one hour expires', () => {
    const at = (ageMs: number) => timeUntilRefresh(aToken(HOUR_MS), FAKE_NOW_MS, FAKE_NOW_MS + ageMs);
    expect(at(0)).toBe(55 * MINUTE_MS);
    expect(at(55 * MINUTE_MS - 1)).toBe(1);
    expect(at(55 * MINUTE_MS)).toBe(0);
    expect(at(HOUR_MS)).toBeLessThan(0);
  });

  it('returns the time until a quarter of the lifetime of a short-lived token is left', () => {
    expect(timeUntilRefresh(aToken(8 * MINUTE_MS), FAKE_NOW_MS, FAKE_NOW_MS)).toBe(6 * MINUTE_MS);
  });

  it.each([undefined, FAKE_NOW_MS + 1])('returns 0 if the token arrived at %s, unknown or in the future', (arrival) => {
    expect(timeUntilRefresh(aToken(HOUR_MS), arrival, FAKE_NOW_MS)).toBe(0);
  });

  it.each([{}, { exp: 9 }, { iat: 9 }, { iat: '1', exp: '2' }, { iat: 2, exp: 2 }, { iat: 3, exp: 2 }])(
    'returns undefined for a token with the payload %j',
    (payload) => {
      expect(timeUntilRefresh(anIdToken(payload), FAKE_NOW_MS, FAKE_NOW_MS)).toBeUndefined();
    },
  );

  it('returns undefined for a token that is not a JWT', () => {
    expect(timeUntilRefresh('access-1', FAKE_NOW_MS, FAKE_NOW_MS)).toBeUndefined();
  });

  it('is positive for a token that has just arrived and not for an expired one, regardless of its lifetime', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 86_400 }), (seconds) => {
        const lifetimeMs = seconds * 1_000;
        const waitMs = timeUntilRefresh(aToken(lifetimeMs), FAKE_NOW_MS, FAKE_NOW_MS) ?? 0;
        expect(waitMs).toBeGreaterThanOrEqual(lifetimeMs / 2);
        expect(waitMs).toBeLessThan(lifetimeMs);
        expect(timeUntilRefresh(aToken(lifetimeMs), FAKE_NOW_MS, FAKE_NOW_MS + lifetimeMs)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
