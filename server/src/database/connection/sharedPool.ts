import { userOfTask } from '../../scheduling/fairTurns';
import { createFairLimit } from '../../scheduling/limits';
import type { Pool } from '../sql';
import { withTurns } from './fairPool';

/**
 * Makes users share a pool with several connections: a user with many requests has at most some of them, and users take turns while
 * all are in use. Tasks of the server itself are not limited.
 */
export function createSharedPool(
  pool: Pool,
  { connections, perUser }: { readonly connections: number; readonly perUser: number },
): Pool {
  const limit = createFairLimit({ total: connections, perKey: perUser });
  return withTurns(pool, () => {
    const userId = userOfTask();
    if (userId === undefined) return Promise.resolve(() => undefined);
    return new Promise((begin) => {
      void limit(userId, () => new Promise<void>(begin));
    });
  });
}
