import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../common/errors';
import type { Environment } from '../../environment/environment';
import { SOURCE_DIR } from '../../folders';
import { releaseAllLeases } from '../jobs/leases';
import type { Database } from '../sql';
import { damagedDatabase, openEmbeddedDatabase } from './embeddedDatabase';
import { openPostgres } from './postgresServer';

/**
 * Opens the database and runs pending migrations: a PostgreSQL server if `DATABASE_URL` is set, otherwise the embedded
 * database in `{dataDir}/database`.
 *
 * @param report Receives the errors of idle connections.
 * @throws StartupError if the database can't be opened or was written by another version.
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
 * one database wait for each other. A change of the schema is a new file with the next number: released files stay as they are.
 *
 * @throws StartupError if the database was written by another version.
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
    const unknown = [...done].find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw new StartupError(
        `The database was written by another version of Data Manager (it has ${unknown}). Start that version, or choose ` +
          'another database with DATA_DIR or DATABASE_URL.',
      );
    }
    for (const name of known) {
      if (done.has(name)) continue;
      await transaction.query(await readFile(join(MIGRATIONS_DIR, name), 'utf8'));
      await transaction.query('insert into migrations (name) values ($1)', [name]);
    }
  });
}
