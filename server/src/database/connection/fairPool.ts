import { FairTurns, userOfTask } from '../../scheduling/fairTurns';
import type { Pool } from '../sql';

/** Makes those who use a pool with one connection take turns. */
export function createFairPool(pool: Pool): Pool {
  const turns = new FairTurns();
  return withTurns(pool, async () => {
    const userId = userOfTask();
    await turns.take(userId);
    const begunAt = performance.now();
    return () => turns.end(userId, performance.now() - begunAt);
  });
}

/**
 * Returns a pool whose connections are used in turns.
 *
 * @param takeTurn Waits for a turn, and returns the function that ends it.
 */
export function withTurns(pool: Pool, takeTurn: () => Promise<() => void>): Pool {
  let waiting = 0;
  return {
    ...pool,
    use() {
      const use = pool.use();
      return { ...use, waiting: use.waiting + waiting };
    },
    async connect() {
      waiting += 1;
      const end = await takeTurn();
      waiting -= 1;
      try {
        const connection = await pool.connect();
        return {
          ...connection,
          release: (isBroken) => {
            connection.release(isBroken);
            end();
          },
        };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
