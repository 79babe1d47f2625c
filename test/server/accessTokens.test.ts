import { createHash } from 'node:crypto';
import {
  pruneTokens,
  removeToken,
  removeTokensOf,
  TOKEN_SCOPES,
} from '../../server/src/database/accounts/accessTokens';
import { createAttemptCounter } from '../../server/src/database/accounts/attempts';
import { addUser } from '../../server/src/database/accounts/users';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import { createAccessTokens, type AccessTokens } from '../../server/src/identity/accessTokens';
import { openTestDatabase } from '../support/testDatabase';

const USER = { sponsorId: 'lab', userId: 'u-1' };
const inAnHour = () => new Date(Date.now() + 3_600_000);

let database: Database;
let tokens: AccessTokens;

/** The tokens as another server on the database handles them. */
function serverWith(name = 'built-in', settings?: object): AccessTokens {
  const environment = { issuer: settings as never };
  return createAccessTokens({ database, issuer: { name }, environment, attempts: createAttemptCounter(database) });
}

async function create(changes: Partial<Parameters<AccessTokens['create']>[1]> = {}) {
  const token = { ...USER, name: 'microscope', scopes: TOKEN_SCOPES, expiresAt: inAnHour(), ...changes };
  return tokens.create(database, token);
}

const opens = async (token: string, server = tokens): Promise<boolean> =>
  server.authenticate(`Bearer ${token}`, '10.0.0.1').then(
    (principal) => principal !== undefined,
    () => false,
  );

beforeAll(async () => {
  database = await openTestDatabase();
  tokens = serverWith();
});
beforeEach(async () => {
  await database.query('delete from access_tokens; delete from rate_limits; delete from users; delete from projects');
  await addUser(database, { ...account('u-1'), sponsorId: 'lab' });
});
afterAll(() => database.close());

function account(id: string) {
  return { id, email: `${id}@lab.example`, name: id, sponsorId: 'lab', isAdmin: true, passwordHash: '' };
}

test('an access token is 256 random bits after dm_, and only their SHA-256 is stored', async () => {
  const { token } = await create();
  expect(token).toMatch(/^dm_[\w-]{43}$/);
  const { rows } = await database.query<{ text: string; hash: string }>(
    'select access_tokens::text as text, hash from access_tokens',
  );
  expect(rows[0]?.text).not.toContain(token.slice(3));
  expect(rows[0]?.hash).toBe(createHash('sha256').update(token).digest('base64url'));
});

test('the caller with an access token is its user, but never an administrator', async () => {
  const { id, token } = await create({ scopes: ['read'] });
  const grant = { id, name: 'microscope', scopes: ['read'], path: 'lab' };
  const caller = { ...USER, isAdmin: false, token: grant };
  expect(await tokens.authenticate(`Bearer ${token}`, '10.0.0.1')).toEqual(caller);
});

test('a token of a session is left to the sessions', async () => {
  expect(await tokens.authenticate('Bearer ey.a.b', '10.0.0.1')).toBeUndefined();
  expect(await tokens.authenticate(undefined, '10.0.0.1')).toBeUndefined();
});

test('an access token ends at its time, and its row is removed', async () => {
  const { token } = await create();
  expect(await opens(token)).toBe(true);
  await database.query("update access_tokens set expires_at = now() - interval '1 second'");
  expect(await opens(token)).toBe(false);
  await pruneTokens(database);
  expect((await database.query('select 1 from access_tokens')).rows).toEqual([]);
});

test('an access token that one server revokes is refused by the next request to another server', async () => {
  const { id, token } = await create();
  const other = serverWith();
  expect(await opens(token, other)).toBe(true);
  expect(await removeToken(database, { id, sponsorId: 'lab', userId: 'u-1' })).toBe('microscope');
  expect(await opens(token, other)).toBe(false);
});

test('an access token ends with the account of its user, and when the user leaves the sponsor', async () => {
  const { token } = await create();
  await database.query("update users set sponsor_id = 'another'");
  expect(await opens(token)).toBe(false);
  await database.query("update users set sponsor_id = 'lab'");
  expect(await opens(token)).toBe(true);
  await database.query('delete from users');
  expect(await opens(token)).toBe(false);
});

test('an access token of another identity provider is refused, and a user without an account here is not', async () => {
  const { token } = await create();
  expect(await opens(token, serverWith('https://id.example.org', {}))).toBe(false);
  await database.query("update access_tokens set issuer = 'https://id.example.org'; delete from users");
  expect(await opens(token, serverWith('https://id.example.org', {}))).toBe(true);
});

test('all access tokens of a user in a sponsor can be ended, but not those of others', async () => {
  await addUser(database, account('u-2'));
  const [own, foreign] = [await create(), await create({ userId: 'u-2' })];
  await removeTokensOf(database, USER);
  expect([await opens(own.token), await opens(foreign.token)]).toEqual([false, true]);
});

test('the place of an access token follows renames, and ends with its project', async () => {
  const { projectHash } = await createProject(database, { sponsorId: 'lab', title: 'before', description: '' });
  const { token } = await create({ projectHash });
  await database.query("update projects set title = 'after'");
  expect((await tokens.authenticate(`Bearer ${token}`, '10.0.0.1'))?.token?.path).toBe('lab/after');
  await database.query('delete from projects');
  expect(await opens(token)).toBe(false);
});

test('the last use of an access token is recorded at most once a minute', async () => {
  const { token } = await create();
  const lastUse = async () => {
    await opens(token);
    const { rows } = await database.query<{ at: Date }>('select last_used_at as at from access_tokens');
    return rows[0]?.at.getTime();
  };
  const first = await lastUse();
  expect(first).toBeGreaterThan(Date.now() - 60_000);
  expect(await lastUse()).toBe(first);
  await database.query("update access_tokens set last_used_at = now() - interval '61 seconds'");
  expect(await lastUse()).toBeGreaterThan(Date.now() - 60_000);
});

test('a user can have 100 access tokens', async () => {
  for (let count = 0; count < 100; count += 1) await create();
  await expect(create()).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_TOKENS' });
});

test('wrong access tokens from one network are limited, and valid tokens of the network are not', async () => {
  const { token } = await create();
  const attempt = () => tokens.authenticate('Bearer dm_wrong', '10.0.0.1');
  await expect(attempt()).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  await database.query('update rate_limits set count = 300');
  await expect(attempt()).rejects.toMatchObject({ status: 429 });
  expect(await opens(token)).toBe(true);
});
