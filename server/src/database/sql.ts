import { randomBytes } from 'node:crypto';
import pg from 'pg';

// Numbers of bytes and rows stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface Rows<Row> {
  readonly rows: Row[];
}

/** The database or a transaction. */
export interface Queryable {
  /**
   * Runs a statement with parameters (`$1`). A text without parameters may contain several statements. Columns that are null are
   * absent from the rows.
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names the columns of the result
  query<Row>(text: string, values?: readonly unknown[]): Promise<Rows<Row>>;
}

/** PostgreSQL, on a server or embedded. */
export interface Database extends Queryable {
  /**
   * Runs a task in a transaction, which is rolled back if the task throws. The embedded database has one connection: using
   * the database itself inside the task would wait forever.
   */
  transaction<Result>(task: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /**
   * Runs a task that changes nothing, and returns its result even if that reveals changes that are not on disk yet. Use it for
   * reads before a change of the same request, and for results that no client can see. Errors wait, because clients see them.
   */
  readEarly<Result>(task: (database: Queryable) => Promise<Result>): Promise<Result>;
  /** The use of the connections at this moment. */
  poolUse(): PoolUse;
  close(): Promise<void>;
}

/** Numbers of connections, and of queries and transactions that wait for one. */
interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A connection of a pool, for one user at a time. */
interface Connection extends Queryable {
  /** Returns the connection to its pool, which closes it if it is broken. */
  release(isBroken?: boolean): void;
}

/** Connections to a database. */
export interface Pool {
  connect(): Promise<Connection>;
  use(): PoolUse;
  end(): Promise<void>;
}

/**
 * Returns the connections of a pool of `pg`.
 *
 * @param nameOf Names the statements with parameters that a connection prepares once.
 */
export function poolOf(pool: pg.Pool, nameOf?: (text: string) => string): Pool {
  return {
    async connect() {
      const client = await pool.connect();
      return {
        query: <Row>(text: string, values: readonly unknown[] = []) =>
          client
            .query<Row & pg.QueryResultRow>({
              text,
              values: [...values],
              ...(nameOf !== undefined && values.length > 0 && { name: nameOf(text) }),
            })
            .then(lastResult),
        release: (isBroken) => client.release(isBroken),
      };
    },
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

/** Returns the result of the last statement: `pg` returns a list for a text with several. */
function lastResult<Row extends object>(result: Rows<Row> | readonly Rows<Row>[]): Rows<Row> {
  return { rows: ([result].flat().at(-1)?.rows ?? []).map(withoutNulls) };
}

/** Returns a row without its columns that are null, so that it has the form of a value with optional members. */
function withoutNulls<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;
}

/** SQL for a time as ISO-8601 text in UTC. */
export function isoTime(time: string): string {
  return `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Creates a database over a pool of connections. */
export function createDatabase(pool: Pool): Database {
  const database: Database = {
    async query(text, values) {
      const connection = await pool.connect();
      try {
        return await connection.query(text, values);
      } finally {
        connection.release();
      }
    },
    async transaction(task) {
      const connection = await pool.connect();
      let isBroken = false;
      try {
        await connection.query('begin');
        const result = await task(connection);
        await connection.query('commit');
        return result;
      } catch (error) {
        await connection.query('rollback').catch(() => (isBroken = true));
        throw error;
      } finally {
        connection.release(isBroken);
      }
    },
    readEarly: (task) => task(database),
    poolUse: () => pool.use(),
    close: () => pool.end(),
  };
  return database;
}

/**
 * Rows that one statement writes or looks up. The embedded database has one connection, so all other requests that need it wait
 * during a statement.
 */
export const ROWS_PER_STATEMENT = 200;

/** Splits items into batches for one statement each. */
export function* batchesOf<Item>(items: readonly Item[], size = ROWS_PER_STATEMENT): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Returns the first row of a query that always returns one, such as `insert … returning`. */
export function onlyRow<Row>(result: { readonly rows: readonly Row[] }): Row {
  const row = result.rows[0];
  if (row === undefined) throw new Error('The database returned no row.');
  return row;
}

/** Creates an id for a project or dataset. It does not change when its owner is renamed. */
export function newHash(): string {
  return randomBytes(16).toString('hex');
}
