import pg from 'pg';
import { StartupError } from '../../common/errors';
import { diskErrorCode } from '../../disk/durableFiles';
import { createDatabase, poolOf, type Database } from '../sql';
import { createSharedPool } from './sharedPool';

const MAX_CONNECTIONS = 10;
/** Connections that one user can have, so that others need not wait for them. */
const CONNECTIONS_PER_USER = 2;
const CONNECT_WITHIN_MS = 10_000;

/** Acknowledged means durable, even if the server's default is not to wait. Keeps stronger settings for replicas. */
const WAIT_FOR_DISK = `
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

/**
 * Connects to a PostgreSQL server.
 *
 * @param report Receives the errors of idle connections, which the pool replaces.
 * @throws StartupError if the server can't be reached or rejects the user.
 */
export async function openPostgres(url: string, report: (error: unknown) => void): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'data-manager',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    // The pool waits for it before it hands out a new connection.
    verify: (client, done) => {
      client.query(WAIT_FOR_DISK).then(() => done(), done);
    },
  });
  pool.on('error', report);
  pool.on('connect', (client) => {
    // Without a listener, the loss of a connection in use would end the process. Its statement fails with the same error.
    client.on('error', () => undefined);
  });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const { host } = new URL(url);
    const reason = error instanceof Error && error.message !== '' ? error.message : diskErrorCode(error);
    throw new StartupError(
      `The PostgreSQL server at ${host} can't be used (${String(reason)}). Check that it runs, and the user, password ` +
        'and database in DATABASE_URL.',
    );
  }
  return createDatabase(
    createSharedPool(poolOf(pool), { connections: MAX_CONNECTIONS, perUser: CONNECTIONS_PER_USER }),
  );
}
