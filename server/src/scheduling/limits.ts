import { HttpError } from '../common/errors';
import { asUser, processClock, type Clock } from './fairTurns';

/** Runs a task as soon as the limit of a key allows. */
export type KeyedLimit = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/** The numbers of running tasks by key. */
export type TaskCounts = ReturnType<typeof createTaskCounts>;

/** Counts running tasks by key. */
export function createTaskCounts() {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    /** Returns whether tasks of other keys are running. */
    hasOthers: (key: string): boolean => counts.size > (counts.has(key) ? 1 : 0),
    add: (key: string): void => void counts.set(key, of(key) + 1),
    remove(key: string): void {
      if (of(key) > 1) counts.set(key, of(key) - 1);
      else counts.delete(key);
    },
  };
}

/** Waits after a task of a key before the next one of the same key may begin. */
type Rest = (key: string, tookMs: number) => Promise<unknown>;

interface FairLimits {
  /** Maximum number of running tasks. */
  readonly total: number;
  /** Maximum number of tasks with the same key that run or are followed by a rest. */
  readonly perKey: number;
  /** None by default. */
  readonly rest?: Rest;
  readonly clock?: Clock;
}

/**
 * Creates a limit for concurrent tasks. Keys, such as sponsors, take turns: a key with many tasks does not delay the tasks of
 * others longer than one task takes.
 */
export function createFairLimit({ total, perKey, rest, clock = processClock }: FairLimits): KeyedLimit {
  const running = createTaskCounts();
  const waiting = new Map<string, (() => void)[]>();
  let free = total;

  /** Finds the waiting key with the fewest running tasks; of several, the one that was served least recently. */
  function findNext(): string | undefined {
    let next: string | undefined;
    for (const key of waiting.keys()) {
      if (running.of(key) < (next === undefined ? perKey : running.of(next))) next = key;
    }
    return next;
  }

  function startNext(): void {
    for (let key = findNext(); free > 0 && key !== undefined; key = findNext()) {
      const queue = waiting.get(key) ?? [];
      const start = queue.shift();
      waiting.delete(key);
      if (queue.length > 0) waiting.set(key, queue);
      free -= 1;
      running.add(key);
      start?.();
    }
  }

  return async (key, task) => {
    const queue = waiting.get(key) ?? [];
    await new Promise<void>((start) => {
      queue.push(start);
      waiting.set(key, queue);
      startNext();
    });
    const begunAt = clock.now();
    const leave = (): void => {
      running.remove(key);
      startNext();
    };
    try {
      return await task();
    } finally {
      free += 1;
      if (rest === undefined) leave();
      else {
        // Others need not wait for it.
        startNext();
        void rest(key, clock.now() - begunAt).then(leave);
      }
    }
  };
}

/** Creates one mutex per key. Tasks of one key run in order; different keys do not wait. */
export function createKeyedMutex(): KeyedLimit {
  return createFairLimit({ total: Infinity, perKey: 1 });
}

/** How many times as long as a request took a user rests. */
const RESTED_TIMES = 2;
/** A rest is no longer, however long a task has waited for others. */
const MOST_REST_MS = 1_000;

/**
 * Creates the limit for requests that cost many times as much as those of others: one of each user runs, followed by a rest twice as
 * long as it took if requests of other users are being handled. A person hardly notices it; a client with many requests at the same
 * time has a third of the server’s time at most, instead of as much as it can use.
 *
 * @param users The requests that are being handled, by user.
 * @param total Requests of all users that run at the same time.
 */
export function createRestingLimit(users: TaskCounts, total: number, clock: Clock = processClock): KeyedLimit {
  const rest: Rest = async (userId, tookMs) => {
    if (users.hasOthers(userId)) await clock.wait(Math.min(RESTED_TIMES * tookMs, MOST_REST_MS));
  };
  return createFairLimit({ total, perKey: 1, rest, clock });
}

/** Creates the 429 response for a user or sponsor with too many requests in progress. */
export function tooManyRequests(): HttpError {
  return new HttpError(429, 'Too many requests at the same time. Try again in a moment.', 'TOO_MANY_REQUESTS', 1);
}

/** Creates a limit that rejects tasks with HttpError 429 while too many with the same key run or wait. */
export function createRequestLimit(maxPerKey: number): KeyedLimit {
  const running = createTaskCounts();
  return async (key, task) => {
    if (running.of(key) >= maxPerKey) throw tooManyRequests();
    running.add(key);
    try {
      return await task();
    } finally {
      running.remove(key);
    }
  };
}

/** Runs a task as soon as the limit of a user allows, unless the signal has aborted while the task waited. */
export type HeavyLimit = <Result>(userId: string, task: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/** Heavy requests that run at the same time. The embedded database has one connection. */
const HEAVY_AT_ONCE = 2;
/** Heavy requests of a user that run or wait. */
const HEAVY_PER_USER = 20;

/**
 * Creates a limit for requests that read or change thousands of rows. One of each user runs, and users take turns and rest. Rejects
 * requests with HttpError 429 while too many of a user wait.
 *
 * @param users The requests that are being handled, by user.
 */
export function createHeavyLimit(users: TaskCounts): HeavyLimit {
  const accept = createRequestLimit(HEAVY_PER_USER);
  const takeTurns = createRestingLimit(users, HEAVY_AT_ONCE);
  return (userId, task, signal) =>
    accept(userId, () =>
      takeTurns(userId, async () => {
        signal?.throwIfAborted();
        return asUser(userId, task);
      }),
    );
}
