import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const REPOSITORY_ROOT = resolve(__dirname, '..', '..');
const READY = 'Data Manager is ready';

/** For a `beforeAll` that starts a backend: a first start takes seconds, and on a busy machine many. */
export const START_TIMEOUT_MS = 120_000;

type Variables = Readonly<Record<string, string>>;

/** A real backend in a process of its own, with a data folder of its own. */
export interface Backend {
  readonly url: string;
  /** Where the app is served if `APP_PORT` was given, and where the login sends the browser in any case. */
  readonly appUrl: string;
  readonly dataDir: string;
  /** Everything that it has written to its terminal since it was started. */
  log(): string;
  /** Ends it as an operator would (SIGTERM) and removes its data folder. */
  stop(): Promise<void>;
  /** Ends it as a power cut would (SIGKILL); the data folder stays. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port; ends it as an operator would first, if it still runs. */
  restart(variables?: Variables): Promise<void>;
}

/** How a backend that would not start ended. */
export interface FailedStart {
  readonly code: number | null;
  readonly stderr: string;
}

/** A port that nothing listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

/** A new folder in the system's temporary one. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'data-manager-'));
}

interface Running {
  readonly child: ChildProcess;
  readonly stdout: string;
  /** What it has written until now. */
  readonly log: () => string;
}

function spawnBackend(dataDir: string, variables: Variables): Promise<Running | FailedStart> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, PORT: '0', APP_PORT: '0', SAMPLES: '0', DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that ran out of time never gets to stop it.
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
      if (stdout.includes(READY)) settle({ child, stdout, log: () => stdout + stderr });
    });
  });
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

function urlIn(stdout: string): string {
  const url = /^Backend: +(\S+)$/m.exec(stdout)?.[1];
  if (url === undefined) throw new Error(`The backend printed no address:\n${stdout}`);
  return url;
}

/** Starts a backend that is expected not to start, and tells how it ended. */
export async function startAndFail(dataDir: string, variables: Variables = {}): Promise<FailedStart> {
  const result = await spawnBackend(dataDir, variables);
  if (!('child' in result)) return result;
  await end(result.child, 'SIGTERM');
  throw new Error('The backend started, but should not have.');
}

/** Makes the database that a first start makes, once for all tests that are not about first starts. */
export async function makeReadyMadeData(): Promise<string> {
  const dataDir = await temporaryFolder();
  const result = await spawnBackend(dataDir, {});
  if (!('child' in result))
    throw new Error(`The first start ended with code ${String(result.code)}:\n${result.stderr}`);
  await end(result.child, 'SIGTERM');
  return dataDir;
}

/** Where the ready-made data are, if the runner of these tests made some. */
export const READY_MADE_DATA = 'READY_MADE_DATA';

async function newDataFolder(data: 'none' | 'ready-made'): Promise<string> {
  const dataDir = await temporaryFolder();
  const source = process.env[READY_MADE_DATA];
  if (data === 'none' || source === undefined) return dataDir;
  // Without the keys: no two backends have the same.
  await cp(join(source, 'database'), join(dataDir, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE });
  return dataDir;
}

/**
 * Starts a backend on a free port, without sample projects; resolves when it is ready.
 *
 * @param variables Environment variables over the defaults for tests.
 * @param options.data `none` where the test is about what a first start does, which takes seconds.
 */
export async function startBackend(
  variables: Variables = {},
  { data = 'ready-made' }: { readonly data?: 'none' | 'ready-made' } = {},
): Promise<Backend> {
  const dataDir = await newDataFolder(data);
  const start = async (more: Variables): Promise<Running> => {
    const result = await spawnBackend(dataDir, more);
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
      await end(running.child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
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
