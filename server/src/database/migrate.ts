import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { StartupFailure } from '../startupFailure';

const MIGRATIONS_DIR = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/**
 * Brings the tables up to date: runs the `.sql` files of `migrations/` that this database has not seen, in the order
 * of their names, each in a transaction together with the record that it ran.
 *
 * @throws StartupFailure where the database was written by a newer version.
 */
export async function migrate(database: PGlite): Promise<void> {
  await database.exec(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const applied = await database.query<{ name: string }>('select name from migrations');
  const done = new Set(applied.rows.map((row) => row.name));
  const known = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort();

  const unknown = [...done].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartupFailure(
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
