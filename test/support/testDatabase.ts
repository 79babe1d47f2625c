import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { openPostgres } from '../../server/src/database/connection/postgresServer';
import { createDatabase, type Database, type Pool } from '../../server/src/database/sql';
import { newDataFolder, removeData, serverDatabase, usesEmbeddedDatabase } from './startBackend';

/** A statement for the process of the database. */
export interface DatabaseRequest {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The result of a statement. */
export type DatabaseAnswer = { readonly rows: unknown[] } | { readonly message: string; readonly code?: unknown };

/**
 * Opens a new database for the tests of a file: on the PostgreSQL server for tests, or else the embedded one, in another
 * process because Jest can't load PGlite. Closing it removes it.
 */
export async function openTestDatabase(): Promise<Database> {
  const dataDir = await newDataFolder('ready-made');
  const database = usesEmbeddedDatabase ? await openEmbedded(dataDir) : await openOnServer(dataDir);
  return {
    ...database,
    async close() {
      await database.close();
      await removeData(dataDir);
    },
  };
}

/** Opens the embedded database of a stopped backend. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  return createDatabase(poolOf(await startProcess(dataDir)));
}

async function openOnServer(dataDir: string): Promise<Database> {
  const server = serverDatabase(dataDir);
  await server.create();
  // Runs the migrations.
  await endProcess(await startProcess(dataDir, server.url));
  return openPostgres(server.url, () => undefined);
}

async function startProcess(...args: string[]): Promise<ChildProcess> {
  const child = fork(join(__dirname, 'databaseProcess.ts'), args, {
    cwd: resolve(__dirname, '..', '..'),
    execArgv: ['--liftoff-only', '--import', 'tsx'],
    serialization: 'advanced',
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The database process ended.')));
  await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);
  return child;
}

async function endProcess(child: ChildProcess): Promise<void> {
  const closed = once(child, 'exit');
  child.disconnect();
  await closed;
}

/** Returns a pool with one connection. */
function poolOf(child: ChildProcess): Pool {
  let released = Promise.resolve();
  async function query(text: string, values: readonly unknown[] = []): Promise<unknown> {
    child.send({ text, values } satisfies DatabaseRequest);
    const [answer] = (await once(child, 'message')) as [DatabaseAnswer];
    if ('message' in answer) throw Object.assign(new Error(answer.message), { code: answer.code });
    return { command: 'SELECT', rowCount: answer.rows.length, rows: answer.rows };
  }
  return {
    async connect() {
      const previous = released;
      let release = (): void => undefined;
      released = new Promise((resolve) => (release = resolve));
      await previous;
      return { query, release };
    },
    end: () => endProcess(child),
  } as unknown as Pool;
}
