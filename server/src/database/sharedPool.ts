import { createFairLimit } from '../locks';
import { userOfTask } from './fairPool';
import type { CountingPool } from './sql';

/**
 * Makes users share a pool with several connections: a user with many requests has at most some of them, and users take turns while
 * all are in use. Tasks of the server itself are not limited.
 */
export function createSharedPool(
  pool: CountingPool,
  { connections, perUser }: { readonly connections: number; readonly perUser: number },
): CountingPool {
  const limit = createFairLimit({ total: connections, perKey: perUser });
  let waiting = 0;

  /** Waits for a turn of a user, and returns the function that ends it. */
  function takeTurn(userId: string): Promise<() => void> {
    return new Promise((begin) => {
      void limit(userId, () => new Promise<void>(begin));
    });
  }

  return {
    get totalCount() {
      return pool.totalCount;
    },
    get idleCount() {
      return pool.idleCount;
    },
    get waitingCount() {
      return pool.waitingCount + waiting;
    },
    async connect() {
      const userId = userOfTask();
      if (userId === undefined) return pool.connect();
      waiting += 1;
      const end = await takeTurn(userId);
      waiting -= 1;
      try {
        const connection = await pool.connect();
        return {
          query: connection.query.bind(connection),
          release: () => {
            connection.release();
            end();
          },
        };
      } catch (error) {
        end();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
