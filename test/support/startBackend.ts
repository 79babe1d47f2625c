import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { temporaryFolder } from './temporaryFolder';
import { writeKeys } from './testKeys';

const REPOSITORY_ROOT = resolve(__dirname, '..', '..');
/** Printed once the server answers, with or without the app. */
const READY = /^(?:Data Manager|The backend) is ready$/m;
/** Disables the optimizing compiler for WebAssembly, which takes a third of the startup time. */
const NODE_OPTIONS = ['--liftoff-only', '--require', join(__dirname, 'cheapPasswords.cjs')];

/** Timeout of hooks that start a backend, which takes several seconds on a busy machine. */
export const START_TIMEOUT_MS = 120_000;

type Variables = Readonly<Record<string, string>>;

/** A backend in a separate process with its own data folder. */
export interface Backend {
  readonly url: string;
  /** The URL that the login redirects to. The app is served there if `APP_PORT` is set. */
  readonly appUrl: string;
  readonly dataDir: string;
  /** The output since the start. */
  log(): string;
  /** Stops it with SIGTERM, removes its data folder and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL and keeps its data folder. */
  kill(): Promise<void>;
  /** Restarts it on the same data and port; stops it with SIGTERM first if it is running. */
  restart(variables?: Variables): Promise<void>;
}

/** The result of a failed start. */
export interface FailedStart {
  readonly code: number | null;
  readonly stderr: string;
}

/** Returns an unused port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

interface Running {
  readonly child: ChildProcess;
  readonly stdout: string;
  /** The output so far. */
  readonly log: () => string;
}

async function spawnBackend(
  dataDir: string,
  variables: Variables,
  flags: readonly string[] = NODE_OPTIONS,
): Promise<Running | FailedStart> {
  const database = usesEmbeddedDatabase ? undefined : serverDatabase(dataDir);
  await database?.create();
  const child = spawn(process.execPath, [...flags, 'server/dist/main.js'], {
    cwd: REPOSITORY_ROOT,
    env: {
      ...process.env,
      PORT: '0',
      APP_PORT: '0',
      SAMPLES: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database?.url,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that times out never stops it.
  const killWithTest = (): boolean => child.kill('SIGKILL');
  process.once('exit', killWithTest);
  child.once('close', () => process.off('exit', killWithTest));
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('close', (code) => settle({ code, stderr }));
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (!READY.test(stdout)) return;
      letTestsEnd(child);
      settle({ child, stdout, log: () => stdout + stderr });
    });
  });
}

/**
 * Lets the process of the tests end while the backend runs, which is killed then. Otherwise a backend that becomes ready after its
 * hook has timed out would keep a failed run from ending.
 */
function letTestsEnd(child: ChildProcess): void {
  child.unref();
  for (const pipe of [child.stdout, child.stderr]) if (pipe instanceof Socket) pipe.unref();
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close');
    child.ref();
    child.kill(signal);
    await closed;
  }
  return child.exitCode;
}

function urlIn(stdout: string): string {
  const url = /^Backend: +(\S+)$/m.exec(stdout)?.[1];
  if (url === undefined) throw new Error(`The backend printed no URL:\n${stdout}`);
  return url;
}

/** Starts a backend that is expected to fail, and returns the result. */
export async function startAndFail(dataDir: string, variables: Variables = {}): Promise<FailedStart> {
  const result = await spawnBackend(dataDir, variables);
  if (!('child' in result)) return result;
  await end(result.child, 'SIGTERM');
  throw new Error('The backend started, but should not have.');
}

/** Bundles the server unless it was built from the same sources. */
export function buildServer(): void {
  execFileSync(process.execPath, ['config/scripts/buildServer.mjs'], { cwd: REPOSITORY_ROOT, stdio: 'inherit' });
}

/** Creates the data of a first start, which most tests copy to save time. */
export async function makeReadyMadeData(variables: Variables = {}): Promise<string> {
  const dataDir = await temporaryFolder();
  await writeKeys(dataDir);
  const result = await spawnBackend(dataDir, variables);
  if (!('child' in result))
    throw new Error(`The first start ended with code ${String(result.code)}:\n${result.stderr}`);
  await end(result.child, 'SIGTERM');
  return dataDir;
}

/** Environment variable with the path of the data that tests copy. */
export const READY_MADE_DATA = 'READY_MADE_DATA';

/** Creates a data folder. */
export async function newDataFolder(data: 'none' | 'ready-made'): Promise<string> {
  const dataDir = await temporaryFolder();
  const source = process.env[READY_MADE_DATA];
  if (data === 'none' || source === undefined || !usesEmbeddedDatabase) {
    await writeKeys(dataDir);
    return dataDir;
  }
  await cp(source, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return dataDir;
}

/**
 * Starts a backend on a free port without sample projects. Resolves when it is ready.
 *
 * @param variables Environment variables that override the defaults for tests.
 * @param options.data `none` to test a first start, which takes several seconds.
 * @param options.flags Options of Node.js, without those that make tests faster.
 */
export async function startBackend(
  variables: Variables = {},
  { data = 'ready-made', flags }: { readonly data?: 'none' | 'ready-made'; readonly flags?: readonly string[] } = {},
): Promise<Backend> {
  const dataDir = await newDataFolder(data);
  const start = async (more: Variables): Promise<Running> => {
    const result = await spawnBackend(dataDir, more, flags);
    if ('child' in result) return result;
    throw new Error(`The backend ended with code ${String(result.code)}:\n${result.stderr}`);
  };
  let running = await start(variables);
  const url = urlIn(running.stdout);
  const { APP_PORT: appPort = '3000' } = variables;
  return {
    url,
    appUrl: variables.APP_URL ?? `http://localhost:${appPort}`,
    dataDir,
    log: () => running.log(),
    async stop() {
      const code = await end(running.child, 'SIGTERM');
      await removeData(dataDir);
      return code;
    },
    async kill() {
      await end(running.child, 'SIGKILL');
    },
    async restart(more = {}) {
      await end(running.child, 'SIGTERM');
      running = await start({ ...variables, PORT: new URL(url).port, ...more });
    },
  };
}

/** URL of a PostgreSQL server on which each backend gets its own database; the embedded database if it is not set. */
const { TEST_DATABASE_URL } = process.env;

/** Tests of the files of the embedded database are skipped on a PostgreSQL server. */
export const usesEmbeddedDatabase = TEST_DATABASE_URL === undefined;

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A database on the PostgreSQL server for tests. */
export interface ServerDatabase {
  readonly url: string;
  /** Does nothing if it exists. */
  create(): Promise<void>;
  drop(): Promise<void>;
}

/** Returns the database of a backend on a PostgreSQL server, named after its data folder. */
export function serverDatabase(dataDir: string): ServerDatabase {
  const server = TEST_DATABASE_URL ?? '';
  const name = basename(dataDir).toLowerCase().replaceAll('-', '_');
  return {
    url: new URL(`/${name}`, server).href,
    create: () => runOnServer(server, `create database ${name}`).catch(() => undefined),
    drop: () => runOnServer(server, `drop database if exists ${name} with (force)`),
  };
}

/** Removes all data of a backend. */
export async function removeData(dataDir: string): Promise<void> {
  if (!usesEmbeddedDatabase) await serverDatabase(dataDir).drop();
  await rm(dataDir, { recursive: true, force: true });
}

const SCRIPT = `
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
const database = await PGlite.create(process.argv[1], { extensions: { pg_trgm } });
await database.exec(process.argv[2]);
await database.close();
`;

/** Runs SQL on the database of a stopped backend, in another process because Jest can't load PGlite. */
export async function runSql(dataDir: string, sql: string): Promise<void> {
  if (!usesEmbeddedDatabase) {
    await runOnServer(serverDatabase(dataDir).url, sql);
    return;
  }
  const args = ['--liftoff-only', '--input-type=module', '--eval', SCRIPT, join(dataDir, 'database'), sql];
  await promisify(execFile)(process.execPath, args, { cwd: REPOSITORY_ROOT });
}
