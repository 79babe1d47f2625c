import { DEFAULT_CLAIMS } from '../../server/src/environment/issuerSettings';
import { readIdentity, type Claims } from '../../server/src/identity/readIdentity';

const NAMES = { ...DEFAULT_CLAIMS, sponsor: 'custom:sponsor' };
const CLAIMS = { sub: 'user-1', 'custom:sponsor': 'acme' };

function read(claims: Claims, names = NAMES) {
  return readIdentity('user-1', names, [() => Promise.resolve(claims)]);
}

it('reads the sponsor, the user, their name and their email', async () => {
  expect(await read({ ...CLAIMS, name: 'Mia', email: 'mia@acme.example' })).toEqual({
    subject: 'user-1',
    userId: 'user-1',
    sponsorId: 'acme',
    isAdmin: false,
    name: 'Mia',
    email: 'mia@acme.example',
  });
});

it.each([
  [true, true],
  ['true', true],
  ['TRUE', true],
  [false, false],
  ['false', false],
  ['yes', false],
  [1, false],
  [{}, false],
  [null, false],
  [undefined, false],
])('reads the admin claim %j as %j', async (claim, expected) => {
  expect((await read({ ...CLAIMS, 'custom:isAdmin': claim })).isAdmin).toBe(expected);
});

it.each([
  ['groups', { groups: ['staff', 'admins'] }, true],
  ['groups', { groups: ['staff', 'Admins'] }, false],
  ['groups', { groups: 'admins' }, true],
  ['realm_access.roles', { realm_access: { roles: ['admins'] } }, true],
  ['https://acme.example/roles', { 'https://acme.example/roles': ['admins'] }, true],
  ['constructor.name', { groups: [] }, false],
])('finds the value “admins” in the claim %s of %j: %j', async (admin, claims, expected) => {
  expect((await read({ ...CLAIMS, ...claims }, { ...NAMES, admin, adminValue: 'admins' })).isAdmin).toBe(expected);
});

it.each([
  [42, '42'],
  [['acme'], 'acme'],
  ['Labor Köln', 'Labor Köln'],
])('reads the sponsor %j as “%s”', async (claim, expected) => {
  expect((await read({ ...CLAIMS, 'custom:sponsor': claim })).sponsorId).toBe(expected);
});

it.each([
  [undefined],
  [''],
  [['acme', 'globex']],
  ['acme/globex'],
  ['..'],
  ['a\\b'],
  ['a\0b'],
  ['Ko\u0308ln'],
  ['x'.repeat(256)],
  [{ id: 'acme' }],
])('rejects an account with the sponsor %j', async (claim) => {
  await expect(read({ ...CLAIMS, 'custom:sponsor': claim })).rejects.toMatchObject({ status: 403 });
});

it.each([[undefined], ['x'.repeat(201)], ['a\0b']])('rejects an account with the user %j', async (claim) => {
  await expect(read({ ...CLAIMS, uid: claim }, { ...NAMES, user: 'uid' })).rejects.toMatchObject({ status: 403 });
});

it('reads later sources only for missing claims', async () => {
  const userInfo = jest.fn(() => Promise.resolve({ 'custom:sponsor': 'globex', 'custom:isAdmin': true }));
  const sources = (claims: Claims) => [() => Promise.resolve(claims), userInfo];

  await readIdentity('user-1', NAMES, sources({ ...CLAIMS, 'custom:isAdmin': 'false' }));
  expect(userInfo).not.toHaveBeenCalled();
  expect(await readIdentity('user-1', NAMES, sources(CLAIMS))).toMatchObject({ sponsorId: 'acme', isAdmin: true });
  expect(await readIdentity('user-1', NAMES, sources({ sub: 'user-1' }))).toMatchObject({ sponsorId: 'globex' });
});

it('keeps the known values if a renewal without an id token lacks claims', async () => {
  const known = {
    subject: 'user-1',
    userId: 'user-1',
    sponsorId: 'acme',
    isAdmin: true,
    name: 'Mia',
    email: undefined,
  };
  expect(await readIdentity('user-1', NAMES, [() => Promise.resolve({ sub: 'user-1' })], known)).toEqual(known);
  const claims = { sub: 'user-1', 'custom:isAdmin': 'false' };
  expect(await readIdentity('user-1', NAMES, [() => Promise.resolve(claims)], known)).toMatchObject({ isAdmin: false });
});
