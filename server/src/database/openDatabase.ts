import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { StartupFailure } from '../startupFailure';
import { migrate } from './migrate';

function damaged(folder: string, cause: unknown): StartupFailure {
  const reason = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  return new StartupFailure(
    `The database in ${folder} is damaged and can't be opened${reason}. Nothing was deleted. ` +
      'Restore that folder from a backup, or choose another data folder with DATA_DIR. To start afresh with the ' +
      'files kept and all users, projects and metadata lost, rename the folder.',
  );
}

/** Made under another name and renamed, so that a kill during the first start leaves no half database. */
async function makeDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const database = await PGlite.create(unfinished);
    await database.close();
    await rename(unfinished, folder);
  } catch (error) {
    throw new StartupFailure(
      `The database can't be made in ${folder} (${error instanceof Error ? error.message : String(error)}). ` +
        'Free some space there, or choose another data folder with DATA_DIR.',
    );
  }
}

/**
 * Opens the PostgreSQL that runs in this process, with its files in `{dataDir}/database`, and brings its tables up to
 * date. Only one process at a time may have it open (`dataLock.ts`).
 *
 * @throws StartupFailure where it is damaged; nothing is deleted then.
 */
export async function openDatabase(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'database');
  if (!existsSync(folder)) await makeDatabase(folder);
  // Without this file PostgreSQL takes the folder for an empty one and writes a new database over the rest.
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
    if (error instanceof StartupFailure) throw error;
    throw damaged(folder, error);
  }
  return database;
}
