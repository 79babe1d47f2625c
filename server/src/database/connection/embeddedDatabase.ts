import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { errorMessage, StartupError } from '../../common/errors';
import { syncFolder, syncTree } from '../../disk/durableFiles';
import { poolOf, type Database, type Pool } from '../sql';
import { DatabaseThread } from './databaseThread';
import { EmbeddedConnection } from './embeddedConnection';
import { createFairPool } from './fairPool';
import { createSharedFlushDatabase } from './sharedFlushes';

/** Flushes the WAL with all commits. */
const FLUSH = "select pg_logical_emit_message(false, 'flush', '', true)";

/**
 * Opens the embedded PostgreSQL database in a folder, and creates it if the folder does not exist. Only one process may
 * open it at a time (`dataLock.ts`).
 *
 * @throws StartupError if the database is damaged. Nothing is deleted then.
 */
export async function openEmbeddedDatabase(folder: string): Promise<Database> {
  if (!existsSync(folder)) await makeDatabase(folder);
  // Without this file PostgreSQL treats the folder as empty and overwrites it.
  if (!existsSync(join(folder, 'PG_VERSION'))) throw damagedDatabase(folder, new Error('PG_VERSION is missing'));
  try {
    return createSharedFlushDatabase(createFairPool(embeddedPool(await DatabaseThread.open(folder))), FLUSH);
  } catch (error) {
    throw damagedDatabase(folder, error);
  }
}

export function damagedDatabase(folder: string, cause: unknown): StartupError {
  const reason = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  return new StartupError(
    `The database in ${folder} is damaged and can't be opened${reason}. Nothing was deleted. ` +
      'Restore that folder from a backup, or choose another data folder with DATA_DIR. To start with a new database, ' +
      'rename the folder: files are kept, but all users, projects and metadata are lost.',
  );
}

/** Creates the database under a temporary name, so that a killed first start leaves no partial database. */
async function makeDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const database = await DatabaseThread.open(unfinished);
    await database.close();
    // PGlite creates the first files without flushing them.
    await syncTree(unfinished);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    throw new StartupError(
      `The database can't be created in ${folder} (${errorMessage(error)}). ` +
        'Free some space there, or choose another data folder with DATA_DIR.',
    );
  }
}

/** The number of uses after which a statement is planned again, because its tables may have grown. */
const PLANS_KEPT_FOR_USES = 1_000;

/** Returns a pool with PGlite's only connection. Statements with parameters are prepared once. */
function embeddedPool(thread: DatabaseThread): Pool {
  const client = new pg.Pool({
    stream: () => new EmbeddedConnection(thread),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    maxUses: PLANS_KEPT_FOR_USES,
    verify(connection, done) {
      connection.query('deallocate all').then(() => done(), done);
    },
  });
  const pool = poolOf(client, nameOf);
  return {
    ...pool,
    async end() {
      await pool.end();
      await thread.close();
    },
  };
}

/** The names of statements by their texts. There are only as many as the code contains. */
const names = new Map<string, string>();

/** Returns the name of a prepared statement, which can have 63 characters. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('md5').update(text).digest('hex');
    names.set(text, name);
  }
  return name;
}
