import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite, types } from '@electric-sql/pglite';
import { Mutex } from 'async-mutex';
import { errorMessage, StartupError } from '../errors';
import { syncFolder, syncTree } from '../objects/durableFiles';
import { DurableNodeFS } from './durableNodeFS';
import { createDatabase, type CountingPool, type Database } from './sql';

/**
 * PGlite starts PostgreSQL with `-F`, without fsync. The WAL is synced with `fsync`, because Emscripten implements
 * `fdatasync`, the default, as a function that does nothing.
 */
const START_PARAMS = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];

function open(folder: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFS(folder),
    startParams: START_PARAMS,
    parsers: { [types.INT8]: Number },
  });
}

/**
 * Opens the in-process PostgreSQL database in a folder, and creates it if the folder does not exist. Only one process may
 * open it at a time (`dataLock.ts`).
 *
 * @throws StartupError if the database is damaged. Nothing is deleted then.
 */
export async function openEmbeddedDatabase(folder: string): Promise<Database> {
  if (!existsSync(folder)) await makeDatabase(folder);
  // Without this file PostgreSQL treats the folder as empty and overwrites it.
  if (!existsSync(join(folder, 'PG_VERSION'))) throw damagedDatabase(folder, new Error('PG_VERSION is missing'));
  try {
    return createDatabase(poolOf(await open(folder)));
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
    const database = await open(unfinished);
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

/** PGlite never returns to the event loop between queries, so that a row of queries would hold up all requests. */
const LONGEST_TURN_MS = 20;

/** Returns a pool with the only connection that PGlite has. */
function poolOf(pglite: PGlite): CountingPool {
  const turn = new Mutex();
  let waiting = 0;
  let turnStartedAt = performance.now();
  return {
    totalCount: 1,
    get idleCount() {
      return turn.isLocked() ? 0 : 1;
    },
    get waitingCount() {
      return waiting;
    },
    async connect() {
      waiting += 1;
      const release = await turn.acquire();
      waiting -= 1;
      return {
        query: async (text: unknown, values?: readonly unknown[]) => {
          if (typeof text !== 'string') throw new Error('The embedded database has no cursors.');
          if (performance.now() - turnStartedAt > LONGEST_TURN_MS) {
            await nextTurn();
            turnStartedAt = performance.now();
          }
          // Only `exec` accepts several statements.
          const result = values?.length ? await pglite.query(text, [...values]) : (await pglite.exec(text)).at(-1);
          return { command: 'SELECT', rowCount: result?.affectedRows ?? 0, rows: result?.rows ?? [] };
        },
        release,
      };
    },
    end: () => pglite.close(),
  } as CountingPool;
}
