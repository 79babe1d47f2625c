import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { StartupError } from '../errors';

function damaged(folder: string, cause: unknown): StartupError {
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
    const database = await PGlite.create(unfinished);
    await database.close();
    await rename(unfinished, folder);
  } catch (error) {
    throw new StartupError(
      `The database can't be created in ${folder} (${error instanceof Error ? error.message : String(error)}). ` +
        'Free some space there, or choose another data folder with DATA_DIR.',
    );
  }
}

/**
 * Opens the in-process PostgreSQL database in `{dataDir}/database` and runs pending migrations. Only one process may open
 * it at a time (`dataLock.ts`).
 *
 * @throws StartupError if the database is damaged. Nothing is deleted then.
 */
export async function openDatabase(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'database');
  if (!existsSync(folder)) await makeDatabase(folder);
  // Without this file PostgreSQL treats the folder as empty and overwrites it.
  if (!existsSync(join(folder, 'PG_VERSION'))) throw damaged(folder, new Error('PG_VERSION is missing'));
  let database: PGlite;
  try {
    database = await PGlite.create(folder);
  } catch (error) {
    throw damaged(folder, error);
  }
  try {
    await migrate(database);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw damaged(folder, error);
  }
  return database;
}

const MIGRATIONS_DIR = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/**
 * Runs the pending `.sql` files of `migrations/` in order, each in a transaction together with its record.
 *
 * @throws StartupError if the database was written by a newer version.
 */
async function migrate(database: PGlite): Promise<void> {
  await database.exec(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const applied = await database.query<{ name: string }>('select name from migrations');
  const done = new Set(applied.rows.map((row) => row.name));
  const known = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort();

  const unknown = [...done].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartupError(
      `The database was written by a newer version of Data Manager (it has ${unknown.join(', ')}). ` +
        'Start that version, or choose another data folder with DATA_DIR.',
    );
  }
  for (const name of known) {
    if (done.has(name)) continue;
    const sql = await readFile(join(MIGRATIONS_DIR, name), 'utf8');
    await database.transaction(async (transaction) => {
      await transaction.exec(sql);
      await transaction.query('insert into migrations (name) values ($1)', [name]);
    });
  }
}
