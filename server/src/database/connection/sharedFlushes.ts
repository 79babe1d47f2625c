import { asServer } from '../../scheduling/fairTurns';
import { createDatabase, type Database, type Pool } from '../sql';

/** Statements that change nothing, unless they match `CHANGE`. None of them calls a function that changes data. */
const READ = /^\s*(?:select|with|begin|commit|rollback)\b/i;
/** Keywords of changes, including those inside a `with`, and the statement separator. */
const CHANGE = /\b(?:insert|update|delete|merge)\b|;/i;

/**
 * Creates a database in which changes made at the same time share one flush to disk.
 *
 * Problem: the embedded database flushes each commit alone, and nothing else can use its only connection meanwhile.
 * Idea: commits don't wait for the disk. Instead, every result does: one flush covers all changes so far.
 * Cost: reads and errors wait, too, because they may reveal a change that a power failure could undo. Code that reads before it
 * writes uses `readEarly`, which does not wait.
 *
 * @param pool Has one connection, so that no change is committed during a flush.
 * @param flush A statement that flushes all commits to disk.
 */
export function createSharedFlushDatabase(pool: Pool, flush: string): Database {
  /** Changes were committed since the last successful flush. */
  let isDirty = false;
  /** The flush that waits for the connection or has it. */
  let current: Promise<void> | undefined;

  async function runFlush(): Promise<void> {
    let connection: Awaited<ReturnType<Pool['connect']>> | undefined;
    try {
      connection = await pool.connect();
      await connection.query(flush);
      isDirty = false;
    } finally {
      // Before the connection is used again: a later change needs another flush.
      current = undefined;
      connection?.release();
    }
  }

  /** Waits until all changes so far are on disk. If a flush fails, the next result is preceded by another one. */
  async function settle(): Promise<void> {
    if (isDirty) await (current ??= asServer(runFlush));
  }

  async function settled<Result>(step: Promise<Result>): Promise<Result> {
    try {
      return await step;
    } finally {
      await settle();
    }
  }

  const watched: Pool = {
    ...pool,
    async connect() {
      const connection = await pool.connect();
      let isChange = false;
      return {
        query: (text, values) => {
          isChange ||= !READ.test(text) || CHANGE.test(text);
          return connection.query(text, values);
        },
        release: (isBroken) => {
          // Before others can read the change.
          isDirty ||= isChange;
          connection.release(isBroken);
        },
      };
    },
  };
  const database = createDatabase(watched);
  return {
    ...database,
    query: (text, values) => settled(database.query(text, values)),
    transaction: (task) => settled(database.transaction(task)),
    async readEarly(task) {
      try {
        return await task(database);
      } catch (error) {
        await settle();
        throw error;
      }
    },
    async close() {
      try {
        await settle();
      } finally {
        await database.close();
      }
    },
  };
}
