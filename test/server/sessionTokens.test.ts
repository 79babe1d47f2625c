import { createKeys } from '../../server/src/identity/keys';
import { createSessionTokenIssuer } from '../../server/src/identity/tokens';
import type { Services } from '../../server/src/services';

const SECOND = 1_000;

afterEach(() => jest.useRealTimers());

test('a token that was verified before is rejected once it has expired or its session has ended', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'], now: 1_000_000 * SECOND });
  const environment = { publicUrl: 'http://localhost:4000', accessTokenSeconds: 60 };
  const isLive = jest.fn(() => Promise.resolve(true));
  const services = { environment, keys: createKeys(), sessions: { isLive } } as unknown as Services;
  const tokens = createSessionTokenIssuer(services);
  const identity = { subject: 's', userId: 'u', sponsorId: 'acme', isAdmin: true };
  const { access_token: access, id_token: id } = await tokens.issue({ id: 'session', identity });
  const verify = (idToken = id) => tokens.verifyCaller(`Bearer ${access}`, idToken);
  const caller = { userId: 'u', sponsorId: 'acme', isAdmin: true };

  await expect(verify()).resolves.toEqual(caller);
  jest.advanceTimersByTime(59 * SECOND);
  await expect(verify()).resolves.toEqual(caller);
  // An access token is not an id token, even if it is known.
  await expect(verify(access)).rejects.toMatchObject({ status: 401 });
  isLive.mockResolvedValueOnce(false);
  await expect(verify()).rejects.toMatchObject({ status: 401, msg: 'The session has ended. Sign in again.' });
  jest.advanceTimersByTime(SECOND);
  await expect(verify()).rejects.toMatchObject({ status: 401, msg: 'The session has expired. Sign in again.' });
});
