import { randomBytes } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';

// Numbers of bytes and rows stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The database or a transaction. */
export interface Queryable {
  /** Runs a statement with parameters (`$1`). A text without parameters may contain several statements. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names the columns of the result
  query<Row>(text: string, values?: readonly unknown[]): Promise<{ readonly rows: Row[] }>;
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

/** Records a change in the transaction that makes it. */
export type Recorder = (transaction: Queryable) => Promise<void>;

/** A pool that counts its connections, as the pools of `pg` do. */
export type CountingPool = PostgresPool & {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
};

/** Creates a database over a pool of connections. */
export function createDatabase(pool: CountingPool): Database {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return {
    ...queriesOf(kysely),
    transaction: (task) => kysely.transaction().execute((transaction) => task(queriesOf(transaction))),
    readEarly: (task) => task(queriesOf(kysely)),
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
  };
}

function queriesOf(kysely: Pick<Kysely<unknown>, 'executeQuery'>): Queryable {
  return {
    query: <Row>(text: string, values: readonly unknown[] = []) =>
      kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values])),
  };
}

/**
 * Rows that one statement writes or looks up. The embedded database has one connection, so all other requests that need it wait
 * during a statement.
 */
const ROWS_PER_STATEMENT = 200;

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
