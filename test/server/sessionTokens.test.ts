import type { LiveSession } from '../../server/src/database/accounts/sessions';
import { createKeys } from '../../server/src/identity/keys';
import { createSessionTokenIssuer } from '../../server/src/identity/tokens';
import type { Services } from '../../server/src/routes/services';

const SECOND = 1_000;

afterEach(() => jest.useRealTimers());

test('a token that was verified before is rejected once it has expired or its session has ended', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'], now: 1_000_000 * SECOND });
  const environment = { publicUrl: 'http://localhost:4000', accessTokenSeconds: 60 };
  const caller = { userId: 'u', sponsorId: 'acme', isAdmin: true };
  const findLive = jest.fn((): Promise<LiveSession | undefined> => Promise.resolve(caller));
  const services = { environment, keys: createKeys(), sessions: { findLive } } as unknown as Services;
  const tokens = createSessionTokenIssuer(services);
  const identity = { subject: 's', userId: 'u', sponsorId: 'acme', isAdmin: true };
  const { access_token: access, id_token: id } = await tokens.issue({ id: 'session', identity });
  const verify = (idToken = id) => tokens.verifyCaller(`Bearer ${access}`, idToken);

  await expect(verify()).resolves.toEqual(caller);
  jest.advanceTimersByTime(59 * SECOND);
  await expect(verify()).resolves.toEqual(caller);
  // An access token is not an id token, even if it is known.
  await expect(verify(access)).rejects.toMatchObject({ status: 401 });
  findLive.mockResolvedValueOnce(undefined);
  await expect(verify()).rejects.toMatchObject({ status: 401, msg: 'The session has ended. Sign in again.' });
  jest.advanceTimersByTime(SECOND);
  await expect(verify()).rejects.toMatchObject({ status: 401, msg: 'The session has expired. Sign in again.' });
});

describe('an administrator’s id token', () => {
  const admin = { userId: 'u', sponsorId: 'acme', isAdmin: true };
  const live = new Map<string, LiveSession>();
  const environment = { publicUrl: 'http://localhost:4000', accessTokenSeconds: 60 };
  const sessions = { findLive: (id: string) => Promise.resolve(live.get(id)) };
  const tokens = createSessionTokenIssuer({ environment, keys: createKeys(), sessions } as unknown as Services);
  const start = (id: string) => {
    live.set(id, admin);
    return tokens.issue({ id, identity: { subject: 's', ...admin } });
  };

  test('is rejected together with the access token of another session of the same user', async () => {
    const [ended, current] = [await start('ended'), await start('current')];
    const mixed = () => tokens.verifyCaller(`Bearer ${current.access_token}`, ended.id_token);
    await expect(mixed()).rejects.toMatchObject({
      status: 401,
      msg: expect.stringContaining('different sessions') as string,
    });
    live.delete('ended');
    await expect(mixed()).rejects.toMatchObject({ status: 401 });
    await expect(tokens.verifyCaller(`Bearer ${current.access_token}`, current.id_token)).resolves.toEqual(admin);
  });

  test('grants nothing after the session has lost the right', async () => {
    const before = await start('session');
    live.set('session', { ...admin, isAdmin: false });
    const after = await tokens.issue({ id: 'session', identity: { subject: 's', ...admin, isAdmin: false } });
    const caller = await tokens.verifyCaller(`Bearer ${after.access_token}`, before.id_token);
    expect(caller.isAdmin).toBe(false);
  });

  test('is necessary for the right', async () => {
    const { access_token: access } = await start('session');
    expect((await tokens.verifyCaller(`Bearer ${access}`, undefined)).isAdmin).toBe(false);
  });

  test('is rejected, like the access token, after the user was moved to another sponsor', async () => {
    const { access_token: access, id_token: id } = await start('session');
    live.set('session', { ...admin, sponsorId: 'globex' });
    await expect(tokens.verifyCaller(`Bearer ${access}`, id)).rejects.toMatchObject({ status: 401 });
    await expect(tokens.verifyCaller(`Bearer ${access}`, undefined)).rejects.toMatchObject({ status: 401 });
  });
});
