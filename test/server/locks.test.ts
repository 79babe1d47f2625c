import { setImmediate } from 'node:timers/promises';
import { createKeyedMutex } from '../../server/src/locks';

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

describe('a keyed mutex', () => {
  test('runs the tasks of one key in order', async () => {
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

  test('continues after a failed task, and only that task rejects', async () => {
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

  test('does not block tasks of another key', async () => {
    const { ask, end, underWay } = createSteps();
    const asked = [ask('a', 'of a'), ask('b', 'of b')];
    await setImmediate();
    expect(underWay).toEqual(['of a', 'of b']);
    await end('of a');
    await end('of b');
    await Promise.all(asked);
  });
});
