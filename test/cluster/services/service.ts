import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const CHECK_EVERY_MS = 20;
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;
const TAIL_LINES = 15;

/** A program of the cluster. */
export type Service = ReturnType<typeof defineService>;

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Folder for the log. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** User that it runs as if the caller is root. */
  readonly user?: string;
  readonly stopSignal?: NodeJS.Signals;
  /** Number of attempts to start it before a failure is reported. */
  readonly attempts?: number;
  /** Returns whether it accepts requests. */
  isReady(): Promise<boolean> | boolean;
}

/** Describes a program that ends together with this process, even if this process is killed. */
export function defineService(program: Program) {
  const { name, command, args, folder, env, cwd, user, stopSignal = 'SIGTERM', attempts = 1 } = program;
  const logFile = join(folder, `${name}.log`);
  const asUser = user !== undefined && isRoot() ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
  let child: ChildProcess | undefined;

  async function startOnce(): Promise<boolean> {
    const log = openSync(logFile, 'a');
    const started = spawn('setpriv', [...asUser, '--pdeathsig', 'KILL', command, ...args], {
      stdio: ['ignore', log, log],
      // Otherwise Ctrl+C would reach all services at the same time.
      detached: true,
      env: { ...process.env, ...env },
      cwd,
    });
    closeSync(log);
    // It does not keep this process alive, and ends with it.
    started.unref();
    child = started;
    const failed = once(started, 'error');
    const end = Date.now() + START_WITHIN_MS;
    while (Date.now() < end && !hasEnded(started)) {
      if (await program.isReady()) return true;
      await Promise.race([wait(CHECK_EVERY_MS), failed.then(([error]) => Promise.reject(error as Error))]);
    }
    return false;
  }

  return {
    name,
    /** The file with its output. */
    logFile,
    /** Starts it, and resolves when it is ready. */
    async start() {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        if (await startOnce()) return;
        await this.stop('SIGKILL');
        await wait(CHECK_EVERY_MS * 10);
      }
      throw new Error(`${name} did not start:\n${tail(logFile)}`);
    },
    /** Sends a signal, by default the one for a graceful stop, and resolves when it has ended. */
    async stop(signal = stopSignal) {
      if (child === undefined || hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Returns whether this process may install packages and change users. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns whether a URL responds as expected, by default with any status. */
export async function answers(url: string, isExpected: (response: Response) => boolean = () => true): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return isExpected(response);
  } catch {
    return false;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
