import { createSemaphore } from '@data-manager/lib/semaphore';

/** Lets settled promises run their callbacks. */
const flushMicrotasks = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

/** Creates named jobs that run until they are ended. */
function createJobs(semaphore: ReturnType<typeof createSemaphore>) {
  const running = new Map<string, () => void>();
  return {
    running: () => [...running.keys()],
    start: (...names: string[]) => {
      for (const name of names) void semaphore.acquire().then((release) => running.set(name, release));
      return flushMicrotasks();
    },
    end: (name: string) => {
      running.get(name)?.();
      running.delete(name);
      return flushMicrotasks();
    },
  };
}

it('a semaphore runs one job at a time by default, in the order of the calls', async () => {
  const semaphore = createSemaphore();
  const story: string[] = [];
  const run = async (name: string): Promise<void> => {
    const release = await semaphore.acquire();
    story.push(`${name} starts`);
    await Promise.resolve();
    story.push(`${name} ends`);
    release();
  };
  await Promise.all(['a', 'b', 'c'].map(run));
  expect(story).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
});

it('a semaphore runs as many jobs at a time as it has permits', async () => {
  const { start, end, running } = createJobs(createSemaphore(2));
  await start('a', 'b', 'c');
  expect(running()).toEqual(['a', 'b']);
  await end('a');
  expect(running()).toEqual(['b', 'c']);
});

it('a semaphore ignores a second release of the same permit', async () => {
  const semaphore = createSemaphore(1);
  const release = await semaphore.acquire();
  release();
  release();
  const { start, running } = createJobs(semaphore);
  await start('a', 'b');
  expect(running()).toEqual(['a']);
});
