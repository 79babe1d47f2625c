import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import type { Ports } from '../ports';
import { createPageLocks } from '../tabs';
import { wait } from '../wait';
import { errorCode } from './errorCode';

const POLL_MS = 100;
/** A job that waits for nothing holds no lock for this long. */
const LONGEST_JOB_MS = 10_000;

/** Locks that all processes of this computer respect. */
export interface FileLocks {
  readonly locks: Ports['locks'];
  /** Runs a short job that must not wait for promises while holding the lock of that name. */
  readonly lockedNow: <Value>(name: string, job: () => Value) => Value;
  /** Releases all locks, before the process ends. */
  readonly releaseAll: () => void;
}

/**
 * Creates locks between processes. A lock is a file with the id of the process that holds it. The lock of a process that has ended
 * is free, and so is one from before the computer was started, whose number another process may have.
 */
export function createFileLocks(folder: string): FileLocks {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Within this process, the locks of a page queue up.
  const within = createPageLocks();
  const held = new Set<string>();
  const fileOf = (name: string): string => join(folder, encodeURIComponent(name));

  const tryAcquire = (file: string, longestMs?: number): boolean => {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      held.add(file);
      return true;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (!isHeld(file, longestMs)) removeStale(file, longestMs);
      return false;
    }
  };
  const release = (file: string): void => {
    held.delete(file);
    rmSync(file, { force: true });
  };

  const acquire: Ports['locks']['acquire'] = async (name, signal) => {
    const releaseHere = await within.acquire(name, signal);
    if (releaseHere === undefined) return undefined;
    const file = fileOf(name);
    while (!tryAcquire(file)) {
      if (isHeld(file)) await wait(POLL_MS, signal);
      if (!signal.aborted) continue;
      releaseHere();
      return undefined;
    }
    return () => {
      release(file);
      releaseHere();
    };
  };

  return {
    locks: {
      acquire,
      exclusive: async (name, job) => {
        const unlock = await acquire(name, new AbortController().signal);
        try {
          return await job();
        } finally {
          unlock?.();
        }
      },
      isTaken: (name) => Promise.resolve(isHeld(fileOf(name))),
    },
    lockedNow: (name, job) => {
      const file = fileOf(name);
      while (!tryAcquire(file, LONGEST_JOB_MS));
      try {
        return job();
      } finally {
        release(file);
      }
    },
    releaseAll: () => {
      for (const file of held) rmSync(file, { force: true });
    },
  };
}

function isHeld(file: string, longestMs = Number.POSITIVE_INFINITY): boolean {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    if (age > Math.min(longestMs, uptime() * 1_000)) return false;
    // Empty while its holder writes it.
    process.kill(Number(readFileSync(file, 'utf8')) || process.pid, 0);
    return true;
  } catch (error) {
    // The process of another user.
    return errorCode(error) === 'EPERM';
  }
}

/** Moves the file away before it is deleted, so that it is not the new lock of another process, which has seen the same. */
function removeStale(file: string, longestMs?: number): void {
  const moved = `${file}.${String(process.pid)}`;
  try {
    renameSync(file, moved);
    if (isHeld(moved, longestMs)) renameSync(moved, file);
    else rmSync(moved, { force: true });
  } catch {
    // Another process was faster.
  }
}
