import { createFairPool } from '../../server/src/database/connection/fairPool';
import type { Pool } from '../../server/src/database/sql';
import { asServer, asUser, FairTurns } from '../../server/src/scheduling/fairTurns';

/** Turns on a clock that only moves when a test says so. */
function createTurns() {
  let time = 0;
  const pauses: { readonly until: number; readonly end: () => void }[] = [];
  const turns = new FairTurns({
    now: () => time,
    wait: (ms) => new Promise<void>((end) => pauses.push({ until: time + ms, end })),
  });
  const begun: string[] = [];
  const settle = async (): Promise<void> => {
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
  };
  return {
    begun,
    ask: (user: string | undefined, name = user ?? 'server'): void => {
      void turns.take(user).then(() => begun.push(name));
    },
    /** Ends the turn of a user that took some milliseconds, and returns all turns so far. */
    end: async (user: string | undefined, tookMs: number): Promise<readonly string[]> => {
      time += tookMs;
      turns.end(user, tookMs);
      await settle();
      return begun;
    },
    pass: async (ms: number): Promise<readonly string[]> => {
      time += ms;
      for (const { until, end } of pauses) if (until <= time) end();
      await settle();
      return begun;
    },
    settle,
  };
}

test('a user with many tasks has one turn for one of each other user', async () => {
  const { ask, end, settle } = createTurns();
  for (let task = 0; task < 20; task += 1) ask('busy');
  for (const user of ['a', 'b']) for (let task = 0; task < 2; task += 1) ask(user);
  await settle();
  for (const user of ['busy', 'a', 'b', 'busy', 'a']) await end(user, 1);
  expect(await end('b', 1)).toEqual(['busy', 'a', 'b', 'busy', 'a', 'b', 'busy']);
});

test('a user with long turns has as much time as the others', async () => {
  const { ask, begun, end, settle } = createTurns();
  for (let task = 0; task < 20; task += 1) ask('busy');
  for (let task = 0; task < 60; task += 1) ask('a');
  await settle();
  for (let turn = 0; turn < 42; turn += 1) {
    const user = begun.at(-1);
    await end(user, user === 'busy' ? 20 : 1);
  }
  expect(begun.filter((user) => user === 'busy').length).toBeLessThanOrEqual(3);
});

test('a user who comes back has saved up no turns', async () => {
  const { ask, begun, end, settle } = createTurns();
  ask('early');
  await settle();
  await end('early', 1);
  for (let task = 0; task < 20; task += 1) ask('steady');
  await settle();
  for (let turn = 0; turn < 9; turn += 1) await end('steady', 10);
  for (let task = 0; task < 5; task += 1) ask('early');
  await end('steady', 10);
  for (let turn = 0; turn < 4; turn += 1) await end(begun.at(-1), 10);
  expect(begun.slice(-5).filter((user) => user === 'steady').length).toBeGreaterThanOrEqual(2);
});

test('after a long turn, a user pauses twice as long for each other active user', async () => {
  const { ask, begun, end, pass, settle } = createTurns();
  for (const user of ['a', 'b', 'busy']) {
    ask(user);
    await settle();
    if (user !== 'busy') await end(user, 1);
  }
  ask('busy', 'second of busy');
  expect(await end('busy', 100)).toEqual(['a', 'b', 'busy']);
  ask('a', 'second of a');
  await settle();
  await end('a', 1);
  expect(begun.at(-1)).toBe('second of a');
  expect(await pass(398)).not.toContain('second of busy');
  expect(await pass(1)).toContain('second of busy');
});

test('more than ten other active users don’t make a pause longer', async () => {
  const { ask, begun, end, pass, settle } = createTurns();
  for (let user = 0; user < 12; user += 1) {
    ask(String(user));
    await settle();
    await end(String(user), 1);
  }
  ask('busy');
  ask('busy', 'second of busy');
  await settle();
  await end('busy', 100);
  expect(await pass(1_999)).not.toContain('second of busy');
  expect(await pass(1)).toContain('second of busy');
  expect(begun).toHaveLength(14);
});

test('a user who is alone never pauses', async () => {
  const { ask, end, settle } = createTurns();
  ask('busy');
  ask('busy', 'second of busy');
  await settle();
  expect(await end('busy', 1_000)).toEqual(['busy', 'second of busy']);
});

test('a task of the server comes after one turn of each user who waited before', async () => {
  const { ask, end, settle } = createTurns();
  for (let task = 0; task < 3; task += 1) for (const user of ['a', 'b']) ask(user);
  await settle();
  ask(undefined);
  await end('a', 1);
  await end('b', 1);
  expect((await end('a', 1)).slice(0, 4)).toEqual(['a', 'b', 'a', 'server']);
});

test('a pool attributes its connections to the users of the requests, and a shared task to the server', async () => {
  const order: string[] = [];
  const connection = { query: () => Promise.resolve(), release: () => undefined };
  const pool = createFairPool({ connect: () => Promise.resolve(connection) } as unknown as Pool);
  const run = async (name: string): Promise<void> => {
    const taken = await pool.connect();
    order.push(name);
    taken.release();
  };
  const first = await pool.connect();
  const asked = [
    ...['busy 1', 'busy 2'].map((name) => asUser('busy', () => run(name))),
    asUser('a', () => run('a')),
    asUser('a', () => asServer(() => run('server'))),
  ];
  first.release();
  await Promise.all(asked);
  expect(order).toEqual(['busy 1', 'a', 'server', 'busy 2']);
});
