import { createLocks, createPageLocks } from '../../src/platform/tabs';

describe('locks within the page', () => {
  it('runs jobs with the same name one after the other, even after a failure', async () => {
    const { exclusive } = createPageLocks();
    const story: string[] = [];
    const job =
      (name: string, fails = false) =>
      async () => {
        story.push(`${name} starts`);
        await Promise.resolve();
        story.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    const first = exclusive('x', job('a', true));
    const second = exclusive('x', job('b'));
    await expect(first).rejects.toThrow('a');
    await second;
    expect(story).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  it('reports a lock within the page as taken only while a job runs', async () => {
    const { exclusive, isTaken } = createPageLocks();
    let end: () => void = () => undefined;
    const running = exclusive('x', () => new Promise<void>((resolve) => (end = resolve)));
    expect(await isTaken('x')).toBe(true);
    expect(await isTaken('y')).toBe(false);
    end();
    await running;
    await Promise.resolve();
    expect(await isTaken('x')).toBe(false);
  });
});

describe('locks across tabs', () => {
  it('reports a lock across tabs as taken without acquiring it', async () => {
    const asked: unknown[] = [];
    const request = (name: string, options: unknown, job: (lock: unknown) => unknown) => {
      asked.push(options);
      return Promise.resolve(job(name === 'held' ? null : { name }));
    };
    const { isTaken } = createLocks({ request } as unknown as LockManager);
    expect([await isTaken('held'), await isTaken('free')]).toEqual([true, false]);
    expect(asked).toEqual([{ ifAvailable: true }, { ifAvailable: true }]);
  });
});

describe('acquiring a lock', () => {
  const never = new AbortController().signal;

  it.each([
    ['within the page', () => createPageLocks()],
    ['of the browser', () => createLocks(createLockManager())],
  ])('%s lets one holder in at a time and stops waiting when aborted', async (_, create) => {
    const locks = create();
    const story: string[] = [];
    const hold = async (name: string, signal = never) => {
      const release = await locks.acquire('x', signal);
      story.push(`${name} ${release === undefined ? 'left' : 'holds'}`);
      return release;
    };
    const impatient = new AbortController();
    const release = await hold('a');
    const leaving = hold('b', impatient.signal);
    const waiting = hold('c');
    impatient.abort();
    await leaving;
    story.push('a gives up');
    release?.();
    (await waiting)?.();
    expect(story).toEqual(['a holds', 'b left', 'a gives up', 'c holds']);
  });

  /** Creates the part of the Web Locks API that the app uses. */
  function createLockManager(): LockManager {
    let last: Promise<unknown> = Promise.resolve();
    const request = async (_name: string, { signal }: LockOptions, job: () => Promise<unknown>): Promise<unknown> => {
      const before = last;
      const turn = Promise.race([before, new Promise((_, reject) => signal?.addEventListener('abort', reject))]).then(
        job,
      );
      last = Promise.allSettled([before, turn]);
      return turn;
    };
    return { request, query: () => Promise.resolve({}) } as unknown as LockManager;
  }
});
