import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../environment';
import { StartupError } from '../errors';
import { SOURCE_DIR } from '../folders';
import { damagedDatabase, openEmbeddedDatabase } from './embeddedDatabase';
import { foldTitles } from './foldTitles';
import { releaseAllLeases } from './leases';
import { openPostgres } from './postgresServer';
import type { Database } from './sql';

/**
 * Opens the database and runs pending migrations: a PostgreSQL server if `DATABASE_URL` is set, otherwise the embedded
 * database in `{dataDir}/database`.
 *
 * @param report Receives the errors of idle connections.
 * @throws StartupError if the database can't be opened or was written by a newer version.
 */
export async function openDatabase(
  { dataDir, databaseUrl }: Pick<Environment, 'dataDir' | 'databaseUrl'>,
  report: (error: unknown) => void,
): Promise<Database> {
  const folder = join(dataDir, 'database');
  const database =
    databaseUrl === undefined ? await openEmbeddedDatabase(folder) : await openPostgres(databaseUrl, report);
  try {
    await migrate(database);
    if (databaseUrl === undefined) await releaseAllLeases(database);
    return database;
  } catch (error) {
    await database.close();
    throw databaseUrl !== undefined || error instanceof StartupError ? error : damagedDatabase(folder, error);
  }
}

const MIGRATIONS_DIR = join(SOURCE_DIR, 'database', 'migrations');
/** An arbitrary number that identifies the lock around migrations. */
const MIGRATION_LOCK = 5_318_008;

/**
 * Runs the pending `.sql` files of `migrations/` in order, all in one transaction. Servers that start at the same time on
 * one database wait for each other.
 *
 * @throws StartupError if the database was written by a newer version.
 */
async function migrate(database: Database): Promise<void> {
  const known = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort();
  await database.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await transaction.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = await transaction.query<{ name: string }>('select name from migrations');
    const done = new Set(applied.rows.map((row) => row.name));
    const unknown = [...done].filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new StartupError(
        `The database was written by a newer version of Data Manager (it has ${unknown.join(', ')}). ` +
          'Start that version, or choose another data folder with DATA_DIR.',
      );
    }
    for (const name of known) {
      if (done.has(name)) continue;
      await transaction.query(await readFile(join(MIGRATIONS_DIR, name), 'utf8'));
      await transaction.query('insert into migrations (name) values ($1)', [name]);
    }
    await foldTitles(transaction);
  });
}
