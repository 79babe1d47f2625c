import { createSharedPool } from '../../server/src/database/connection/sharedPool';
import type { Pool } from '../../server/src/database/sql';
import { asUser } from '../../server/src/scheduling/fairTurns';

/** A pool whose connections are counted. The next attempts to connect can fail. */
function createPool(connections: number) {
  const state = { open: 0, fails: false };
  const pool = {
    connect: () => {
      if (state.fails) return Promise.reject(new Error('refused'));
      state.open += 1;
      return Promise.resolve({ query: () => Promise.resolve(), release: () => void (state.open -= 1) });
    },
    use: () => ({ open: state.open, idle: 0, waiting: 0 }),
  } as unknown as Pool;
  return { state, shared: createSharedPool(pool, { connections, perUser: 2 }) };
}

async function settle(): Promise<void> {
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
}

test('a user with many tasks has two connections, and leaves the others to other users', async () => {
  const { state, shared } = createPool(10);
  const busy = Array.from({ length: 20 }, () => asUser('busy', () => shared.connect()));
  await settle();
  expect(state.open).toBe(2);
  expect(shared.use().waiting).toBe(18);
  await asUser('other', () => shared.connect());
  expect(state.open).toBe(3);
  (await busy[0])?.release();
  await busy[2];
  expect(state.open).toBe(3);
});

test('while all connections are in use, the user with the fewest is next', async () => {
  const { shared } = createPool(3);
  const order: string[] = [];
  const connect = (user: string) =>
    asUser(user, async () => {
      const connection = await shared.connect();
      order.push(user);
      return connection;
    });
  const first = connect('a');
  for (const user of ['a', 'b', 'b', 'c']) void connect(user);
  await settle();
  expect(order).toEqual(['a', 'a', 'b']);
  (await first).release();
  await settle();
  expect(order).toEqual(['a', 'a', 'b', 'c']);
});

test('tasks of the server are not limited, and a failed connection gives its turn back', async () => {
  const { state, shared } = createPool(10);
  await Promise.all(Array.from({ length: 5 }, () => shared.connect()));
  expect(state.open).toBe(5);
  state.fails = true;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(asUser('a', () => shared.connect())).rejects.toThrow('refused');
  }
});
