import { HttpError } from '../../server/src/errors';
import { createRateLimit, createSignInLimit } from '../../server/src/rateLimit';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Returns the error of a rejected attempt; undefined if the attempt is allowed. */
async function errorOf(attempt: Promise<unknown>): Promise<HttpError | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

describe('a rate limit', () => {
  it('rejects attempts beyond the limit with the seconds to wait, until the window ends', async () => {
    const limit = createRateLimit({ max: 2, windowSeconds: 60, msg: 'Wait.' });
    await limit.consume('a');
    jest.advanceTimersByTime(20_500);
    await limit.consume('a');
    expect(await errorOf(limit.consume('a'))).toMatchObject({ status: 429, msg: 'Wait.', retryAfterSeconds: 40 });
    expect(await errorOf(limit.consume('b'))).toBeUndefined();
    jest.advanceTimersByTime(39_500);
    expect(await errorOf(limit.consume('a'))).toBeUndefined();
  });

  it('does not count attempts that succeed', async () => {
    const limit = createRateLimit({ max: 1, windowSeconds: 60, msg: 'Wait.' });
    for (let attempt = 0; attempt < 5; attempt += 1) await (await limit.consume('a'))();
    expect(await errorOf(limit.consume('a'))).toBeUndefined();
    expect(await errorOf(limit.consume('a'))).toBeDefined();
  });

  it('counts concurrent attempts before they are made', async () => {
    const limit = createRateLimit({ max: 3, windowSeconds: 60, msg: 'Wait.' });
    const errors = await Promise.all(Array.from({ length: 8 }, () => errorOf(limit.consume('a'))));
    expect(errors.filter((error) => error === undefined)).toHaveLength(3);
  });
});

describe('the limit of failed sign-ins', () => {
  async function fail(limit: ReturnType<typeof createSignInLimit>, count: number, email: string, address: string) {
    for (let attempt = 0; attempt < count; attempt += 1) await limit.consume(email, address);
  }

  it('rejects the eleventh attempt for an account from one address, ignoring the case of the email', async () => {
    const limit = createSignInLimit();
    await fail(limit, 10, 'Member@acme.example', '1.1.1.1');
    expect(await errorOf(limit.consume('member@ACME.example', '1.1.1.1'))).toMatchObject({
      status: 429,
      retryAfterSeconds: 900,
    });
    // An attacker can't lock out the account's owner.
    expect(await errorOf(limit.consume('member@acme.example', '2.2.2.2'))).toBeUndefined();
  });

  it('rejects the 101st attempt for one account from many addresses, or for many accounts from one address', async () => {
    const limit = createSignInLimit();
    for (let address = 0; address < 20; address += 1) await fail(limit, 5, 'a', String(address));
    expect(await errorOf(limit.consume('a', 'new'))).toBeDefined();
    for (let account = 0; account < 20; account += 1) await fail(limit, 5, `account ${String(account)}`, '3.3.3.3');
    expect(await errorOf(limit.consume('new', '3.3.3.3'))).toBeDefined();
  });
});
