import { setImmediate } from 'node:timers/promises';
import {
  createFairLimit,
  createHeavyLimit,
  createKeyedMutex,
  createRequestLimit,
  createRestingLimit,
  createTaskCounts,
} from '../../server/src/scheduling/limits';

/** Creates a mutex and tasks that end on demand. */
function createSteps() {
  const withMutex = createKeyedMutex();
  const underWay: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    underWay,
    ask: (lock: string, step: string): Promise<void> =>
      withMutex(lock, async () => {
        underWay.push(step);
        try {
          await new Promise<void>((resolve, reject) => {
            ends.set(step, (error) => (error === undefined ? resolve() : reject(error)));
          });
        } finally {
          underWay.splice(underWay.indexOf(step), 1);
        }
      }),
    end: async (step: string, error?: Error): Promise<void> => {
      ends.get(step)?.(error);
      await setImmediate();
    },
  };
}

test('a keyed mutex runs the tasks of one key in order', async () => {
  const { ask, end, underWay } = createSteps();
  const asked = [ask('a', 'first'), ask('a', 'second')];
  await setImmediate();
  expect(underWay).toEqual(['first']);
  await end('first');
  asked.push(ask('a', 'third'));
  await setImmediate();
  expect(underWay).toEqual(['second']);
  await end('second');
  expect(underWay).toEqual(['third']);
  await end('third');
  await Promise.all(asked);
});

test('a keyed mutex continues after a failed task, and only that task rejects', async () => {
  const { ask, end, underWay } = createSteps();
  const first = expect(ask('a', 'first')).rejects.toThrow('The disk is full');
  const second = ask('a', 'second');
  await setImmediate();
  await end('first', new Error('The disk is full'));
  await first;
  expect(underWay).toEqual(['second']);
  await end('second');
  await expect(second).resolves.toBeUndefined();
});

test('a keyed mutex does not block tasks of another key', async () => {
  const { ask, end, underWay } = createSteps();
  const asked = [ask('a', 'of a'), ask('b', 'of b')];
  await setImmediate();
  expect(underWay).toEqual(['of a', 'of b']);
  await end('of a');
  await end('of b');
  await Promise.all(asked);
});

test('a fair limit lets keys take turns, and runs no more tasks than allowed', async () => {
  const limit = createFairLimit({ total: 3, perKey: 2 });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name: string) =>
    limit(key, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [...['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name)), run('b', 'b1'), run('c', 'c1')];
  await setImmediate();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  while (started.length < 6) {
    ends.shift()?.();
    await setImmediate();
  }
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  for (const end of ends) end();
  await Promise.all(all);
});

test('a fair limit continues after a failed task', async () => {
  const limit = createFairLimit({ total: 1, perKey: 1 });
  await expect(limit('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limit('a', () => Promise.resolve('done'))).toBe('done');
});

test('a request limit rejects more tasks of a key than allowed, until one of them ends', async () => {
  const limit = createRequestLimit(2);
  let end = (): void => undefined;
  const slow = [1, 2].map(() => limit('a', () => new Promise<void>((resolve) => (end = resolve))));
  await expect(limit('a', () => Promise.resolve())).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
  expect(await limit('b', () => Promise.resolve('other'))).toBe('other');
  end();
  await slow[1];
  expect(await limit('a', () => Promise.resolve('again'))).toBe('again');
});

/** Creates a limit on a clock that only moves when a test says so, and tasks that end on demand. */
function createResting(total: number) {
  let time = 0;
  const rests: { readonly until: number; readonly end: () => void }[] = [];
  const users = createTaskCounts();
  const limit = createRestingLimit(users, total, {
    now: () => time,
    wait: (ms) => new Promise<void>((end) => rests.push({ until: time + ms, end })),
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    users,
    /** Asks for a task, and returns its end. */
    ask: (user: string): Promise<void> =>
      limit(user, () => {
        begun.push(user);
        return new Promise((end) => ends.push(end));
      }),
    end: async (index: number): Promise<readonly string[]> => {
      ends[index]?.();
      await setImmediate();
      return begun;
    },
    pass: async (ms: number): Promise<readonly string[]> => {
      // What was asked for begins first.
      await setImmediate();
      time += ms;
      for (const { until, end } of rests) if (until <= time) end();
      await setImmediate();
      return begun;
    },
  };
}

describe('the limit of requests that are followed by a rest', () => {
  test('lets a user rest twice as long as a request took while another user is served, who need not wait', async () => {
    const { users, ask, end, pass } = createResting(1);
    users.add('other');
    const first = ask('busy');
    void ask('busy');
    await pass(30);
    await end(0);
    await first;
    expect(await pass(59)).toEqual(['busy']);
    void ask('other');
    expect(await pass(0)).toEqual(['busy', 'other']);
    expect(await end(1)).toEqual(['busy', 'other']);
    expect(await pass(1)).toEqual(['busy', 'other', 'busy']);
  });

  test('a user’s next request begins at once if no other user is served', async () => {
    const { users, ask, end, pass } = createResting(1);
    users.add('busy');
    users.add('other');
    users.remove('other');
    void ask('busy');
    void ask('busy');
    await pass(30);
    expect(await end(0)).toEqual(['busy', 'busy']);
  });

  test('lets a user rest for a second at most', async () => {
    const { users, ask, end, pass } = createResting(1);
    users.add('other');
    void ask('busy');
    void ask('busy');
    await pass(60_000);
    expect(await end(0)).toEqual(['busy']);
    expect(await pass(1_000)).toEqual(['busy', 'busy']);
  });
});

describe('the limit of heavy requests', () => {
  test('runs one request of each user, lets users take turns, and rejects what a user adds to a long queue', async () => {
    const limit = createHeavyLimit(createTaskCounts());
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (user: string): Promise<void> =>
      limit(user, () => {
        started.push(user);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const many = Array.from({ length: 20 }, () => ask('many'));
    await expect(ask('many')).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    const others = [ask('first'), ask('second')];
    await setImmediate();
    expect(started).toEqual(['many', 'first']);
    ends[1]?.();
    await setImmediate();
    expect(started).toEqual(['many', 'first', 'second']);
    for (let index = 0; index < many.length + others.length; index += 1) {
      ends[index]?.();
      await setImmediate();
    }
    await Promise.all([...many, ...others]);
    expect(started.filter((user) => user === 'many')).toHaveLength(20);
  });

  test('begins no request whose client has gone while the request waited', async () => {
    const limit = createHeavyLimit(createTaskCounts());
    const client = new AbortController();
    let end = (): void => undefined;
    const first = limit('a', () => new Promise<void>((resolve) => (end = resolve)), client.signal);
    const task = jest.fn(() => Promise.resolve());
    const second = limit('a', task, client.signal);
    const third = limit('a', task);
    await setImmediate();
    client.abort(new Error('The client has gone.'));
    end();
    await first;
    await expect(second).rejects.toThrow('has gone');
    await third;
    expect(task).toHaveBeenCalledTimes(1);
  });
});
