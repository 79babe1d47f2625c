import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';

/*
 * A pool with one connection that users share fairly.
 *
 * Problem: if tasks got the connection of the embedded database in the order in which they ask, a user with twenty requests would
 * have twenty turns for one of each other user, and a transaction of a second would run whenever the others leave a gap.
 * Idea: the waiting user who has had the connection for the shortest time is next. A turn can't be interrupted, so a user pauses
 * after a long one: twice its duration, times the number of other active users. A user who is alone never pauses.
 * Cost: the connection is idle during some pauses.
 */

/** A longer turn is followed by a pause. Those of ordinary requests are shorter. */
const LONG_TURN_MS = 20;
/**
 * How many times the duration of a long turn a user pauses for each other active user. A long turn delays a call of each of them, so
 * that with pauses as long as the turns, turns of 100 ms would delay more than one in a hundred calls on a busy server.
 */
const PAUSED_TIMES = 2;
/** More users don't make a pause longer. */
const MOST_OTHERS = 10;
/** Users count as active for a while after a turn. */
const ACTIVE_MS = 2_000;

const users = new AsyncLocalStorage<string>();

/** Runs a task, whose turns count as those of a user. */
export function asUser<Result>(userId: string, task: () => Result): Result {
  return users.run(userId, task);
}

/** Returns the user of the running task; undefined for a task of the server. */
export function userOfTask(): string | undefined {
  return users.getStore();
}

/** Runs a task of the server itself, although a user has caused it. */
export function asServer<Result>(task: () => Result): Result {
  return users.exit(task);
}

/** The time of this process, in milliseconds. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

export const processClock: Clock = { now: () => performance.now(), wait: (ms) => setTimeout(ms) };

interface User {
  /** The time of all turns, or as much as that of the others when the user became active. */
  usedMs: number;
  activeUntil: number;
  pausedUntil: number;
  readonly waiting: (() => void)[];
}

/** A task of the server itself, such as a flush of the changes of all users. */
interface ServerTask {
  /** The number of turns after which it runs: one of each user who waited before. */
  readonly afterTurns: number;
  readonly start: () => void;
}

/** The turns of users and of the server. */
export class FairTurns {
  readonly #clock: Clock;
  readonly #users = new Map<string, User>();
  readonly #serverTasks: ServerTask[] = [];
  #isTaken = false;
  #turns = 0;
  /** Users who come back begin with it, so that they can't save up turns. */
  #usedByLast = 0;

  constructor(clock: Clock = processClock) {
    this.#clock = clock;
  }

  /** Waits for a turn of a user, or of the server. */
  take(userId: string | undefined): Promise<void> {
    return new Promise((start) => {
      if (userId === undefined) this.#serverTasks.push({ afterTurns: this.#turns + this.#ready().length, start });
      else this.#userOf(userId).waiting.push(start);
      this.#startNext();
    });
  }

  /** Ends a turn. */
  end(userId: string | undefined, tookMs: number): void {
    this.#isTaken = false;
    const user = userId === undefined ? undefined : this.#userOf(userId);
    if (user !== undefined) this.#count(user, tookMs);
    this.#startNext();
  }

  #count(user: User, tookMs: number): void {
    const now = this.#clock.now();
    const others = [...this.#users.values()].filter((other) => other !== user && other.activeUntil >= now).length;
    const pauseMs = tookMs > LONG_TURN_MS ? PAUSED_TIMES * Math.min(others, MOST_OTHERS) * tookMs : 0;
    user.usedMs += tookMs;
    user.activeUntil = now + ACTIVE_MS;
    user.pausedUntil = now + pauseMs;
    if (pauseMs > 0) void this.#clock.wait(pauseMs).then(() => this.#startNext());
  }

  #userOf(userId: string): User {
    const now = this.#clock.now();
    for (const [id, { activeUntil, pausedUntil, waiting }] of this.#users) {
      if (waiting.length === 0 && Math.max(activeUntil, pausedUntil) < now) this.#users.delete(id);
    }
    const user = this.#users.get(userId) ?? { usedMs: 0, activeUntil: now, pausedUntil: 0, waiting: [] };
    if (user.waiting.length === 0) user.usedMs = Math.max(user.usedMs, this.#usedByLast);
    this.#users.set(userId, user);
    return user;
  }

  /** The users who wait and don't pause. */
  #ready(): readonly User[] {
    const now = this.#clock.now();
    return [...this.#users.values()].filter(({ waiting, pausedUntil }) => waiting.length > 0 && pausedUntil <= now);
  }

  #startNext(): void {
    if (this.#isTaken) return;
    const [first] = this.#serverTasks;
    const [next, ...others] = this.#ready();
    if (first !== undefined && (next === undefined || this.#turns >= first.afterTurns)) {
      this.#isTaken = true;
      this.#serverTasks.shift()?.start();
    } else if (next !== undefined) {
      const user = others.reduce((least, other) => (other.usedMs < least.usedMs ? other : least), next);
      this.#isTaken = true;
      this.#turns += 1;
      this.#usedByLast = user.usedMs;
      user.waiting.shift()?.();
    }
  }
}
