import { HttpError } from '../../server/src/common/errors';
import type { AttemptCounter } from '../../server/src/database/accounts/attempts';
import { createRateLimit, createSignInLimit, networkOf } from '../../server/src/identity/rateLimit';

let seconds: number;

/** Creates the counts of `database/attempts.ts` in memory: Jest can't load the embedded database. */
function memoryCounter(): AttemptCounter {
  const rows = new Map<string, { count: number; resetsAt: number }>();
  return {
    add(key, windowSeconds) {
      const old = rows.get(key.join());
      const row = old === undefined || old.resetsAt <= seconds ? { count: 0, resetsAt: seconds + windowSeconds } : old;
      row.count += 1;
      rows.set(key.join(), row);
      return Promise.resolve({ count: row.count, secondsLeft: row.resetsAt - seconds });
    },
    remove(key) {
      const row = rows.get(key.join());
      if (row !== undefined) row.count -= 1;
      return Promise.resolve();
    },
  };
}

beforeEach(() => {
  seconds = 0;
});

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
  const newLimit = (max: number) =>
    createRateLimit(memoryCounter(), { name: 'test', max, windowSeconds: 60, msg: 'Wait.' });

  it('rejects attempts beyond the limit with the seconds to wait, until the window ends', async () => {
    const limit = newLimit(2);
    await limit.consume('a');
    seconds = 20.5;
    await limit.consume('a');
    expect(await errorOf(limit.consume('a'))).toMatchObject({ status: 429, msg: 'Wait.', retryAfterSeconds: 40 });
    expect(await errorOf(limit.consume('b'))).toBeUndefined();
    seconds = 60;
    expect(await errorOf(limit.consume('a'))).toBeUndefined();
  });

  it('does not count attempts that succeed', async () => {
    const limit = newLimit(1);
    for (let attempt = 0; attempt < 5; attempt += 1) await (await limit.consume('a'))();
    expect(await errorOf(limit.consume('a'))).toBeUndefined();
    expect(await errorOf(limit.consume('a'))).toBeDefined();
  });

  it('counts concurrent attempts before they are made', async () => {
    const limit = newLimit(3);
    const errors = await Promise.all(Array.from({ length: 8 }, () => errorOf(limit.consume('a'))));
    expect(errors.filter((error) => error === undefined)).toHaveLength(3);
  });

  it('is shared by servers on one database', async () => {
    const counter = memoryCounter();
    const limit = { name: 'test', max: 1, windowSeconds: 60, msg: 'Wait.' };
    await createRateLimit(counter, limit).consume('a');
    expect(await errorOf(createRateLimit(counter, limit).consume('a'))).toBeDefined();
    expect(await errorOf(createRateLimit(counter, { ...limit, name: 'other' }).consume('a'))).toBeUndefined();
  });
});

describe('the limit of failed sign-ins', () => {
  let limit: ReturnType<typeof createSignInLimit>;
  let delays: number[];

  beforeEach(() => {
    delays = [];
    limit = createSignInLimit(memoryCounter(), (milliseconds) => Promise.resolve(delays.push(milliseconds)));
  });

  async function fail(count: number, email: string, address: string): Promise<void> {
    for (let attempt = 0; attempt < count; attempt += 1) await limit.consume(email, address);
  }

  it('rejects the eleventh attempt for an account from one address, ignoring the case of the email', async () => {
    await fail(10, 'Member@acme.example', '1.1.1.1');
    expect(await errorOf(limit.consume('member@ACME.example', '1.1.1.1'))).toMatchObject({
      status: 429,
      retryAfterSeconds: 900,
    });
    expect(await errorOf(limit.consume('member@acme.example', '2.2.2.2'))).toBeUndefined();
  });

  it('delays the owner of an account by at most five seconds during an attack from a thousand addresses', async () => {
    for (let address = 0; address < 1_000; address += 1)
      await limit.consume('owner', `10.0.${String(address >> 8)}.${String(address & 255)}`);
    delays = [];
    const undo = await limit.consume('owner', '2.2.2.2');
    await undo();
    expect(delays).toEqual([5_000]);
  });

  it('doubles the delay with each attempt after the tenth, until the window ends', async () => {
    for (let address = 1; address <= 18; address += 1) await limit.consume('a', `1.1.1.${String(address)}`);
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
    seconds = 900;
    delays = [];
    await limit.consume('a', '2.2.2.2');
    expect(delays).toEqual([]);
  });

  it('delays all attempts while one password is tried for many accounts from many networks, and allows few per network', async () => {
    const spray = async (from: number, count: number): Promise<void> => {
      for (let index = from; index < from + count; index += 1)
        await limit.consume(`account ${String(index)}`, `10.0.${String(index >> 8)}.${String(index & 255)}`);
    };
    await spray(0, 1_000);
    expect(delays).toEqual([]);
    await spray(1_000, 1);
    expect(delays).toEqual([2_000]);

    // A user who mistypes the password a few times still signs in.
    await fail(4, 'user', '4.4.4.4');
    await (
      await limit.consume('user', '4.4.4.4')
    )();
    await fail(1, 'user', '4.4.4.4');
    expect(await errorOf(limit.consume('user', '4.4.4.4'))).toMatchObject({ status: 429, retryAfterSeconds: 900 });

    seconds = 900;
    delays = [];
    await spray(2_000, 10);
    expect(delays).toEqual([]);
  });

  it('rejects the 101st attempt from one address, and from one IPv6 network, for any accounts', async () => {
    for (let account = 0; account < 100; account += 1) {
      await limit.consume(`account ${String(account)}`, '3.3.3.3');
      await limit.consume(`account ${String(account)}`, `2001:db8:0:1::${account.toString(16)}`);
    }
    expect(await errorOf(limit.consume('new', '3.3.3.3'))).toBeDefined();
    expect(await errorOf(limit.consume('new', '2001:db8:0:1:ffff:ffff:ffff:ffff'))).toBeDefined();
    expect(await errorOf(limit.consume('new', '2001:db8:0:2::1'))).toBeUndefined();
  });
});

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:0102:0304', '1.2.3.4'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:0:0:2:3:4:5:6', '1:0:0:2::/64'],
  ['unknown', 'unknown'],
])('the address %s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
