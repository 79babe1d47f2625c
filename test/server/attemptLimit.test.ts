import fc from 'fast-check';
import { HttpError } from '../../server/src/errors';
import { createRateLimit, createSignInLimit } from '../../server/src/rateLimit';

/** What a refused try is told; undefined where the try may be made. */
function refusalOf(take: () => unknown): HttpError | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

describe('a limit of tries', () => {
  test('refuses the try after the last with the seconds to wait, and allows it when they are over', () => {
    let now = 0;
    const limit = createRateLimit({ most: 2, windowMs: 60_000, msg: 'Wait.' }, () => now);
    limit.take('a');
    now = 20_500;
    limit.take('a');
    expect(refusalOf(() => limit.take('a'))).toMatchObject({ status: 429, msg: 'Wait.', retryAfterSeconds: 40 });
    expect(refusalOf(() => limit.take('b'))).toBeUndefined();
    now = 60_000;
    expect(refusalOf(() => limit.take('a'))).toBeUndefined();
  });

  test('doesn’t count what turned out to be good', () => {
    const limit = createRateLimit({ most: 1, windowMs: 60_000, msg: 'Wait.' }, () => 0);
    for (let tries = 0; tries < 5; tries += 1) limit.take('a')();
    expect(refusalOf(() => limit.take('a'))).toBeUndefined();
    expect(refusalOf(() => limit.take('a'))).toBeDefined();
  });

  test('never lets more than twice its number through in the time of a window, whenever they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 }), (gaps) => {
        let now = 0;
        const limit = createRateLimit({ most: 5, windowMs: 1_000, msg: 'Wait.' }, () => now);
        const passed: number[] = [];
        for (const gap of gaps) {
          now += gap;
          if (refusalOf(() => limit.take('a')) === undefined) passed.push(now);
        }
        for (const start of passed) {
          expect(passed.filter((time) => time >= start && time < start + 1_000).length).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});

describe('sign-ins with a wrong password', () => {
  const failures = (limit: ReturnType<typeof createSignInLimit>, count: number, account: string, address: string) => {
    for (let tries = 0; tries < count; tries += 1) limit.take(account, address);
  };

  test('are refused after ten for one account from one address, in any spelling', () => {
    const limit = createSignInLimit(() => 0);
    failures(limit, 10, 'Member@acme.example', '1.1.1.1');
    expect(refusalOf(() => limit.take('member@ACME.example', '1.1.1.1'))).toMatchObject({
      status: 429,
      retryAfterSeconds: 900,
    });
    // Somebody else can't lock its owner out with that.
    expect(refusalOf(() => limit.take('member@acme.example', '2.2.2.2'))).toBeUndefined();
  });

  test('are refused after a hundred for one account from many addresses, and for many accounts from one', () => {
    const limit = createSignInLimit(() => 0);
    for (let address = 0; address < 20; address += 1) failures(limit, 5, 'a', String(address));
    expect(refusalOf(() => limit.take('a', 'new'))).toBeDefined();
    for (let account = 0; account < 20; account += 1) failures(limit, 5, `account ${String(account)}`, '3.3.3.3');
    expect(refusalOf(() => limit.take('new', '3.3.3.3'))).toBeDefined();
  });
});
