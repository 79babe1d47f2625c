import { createTurnstile } from '../../src/lib/turnstile';

/** Lets what is settled run on. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

/** Visitors who stay until they are let out. */
function createVisitors(turnstile: ReturnType<typeof createTurnstile>) {
  const inside = new Map<string, () => void>();
  return {
    inside: () => [...inside.keys()],
    arrive: (...names: string[]) => {
      for (const name of names) void turnstile.enter().then((leave) => inside.set(name, leave));
      return settle();
    },
    leave: (name: string) => {
      inside.get(name)?.();
      inside.delete(name);
      return settle();
    },
  };
}

describe('a turnstile', () => {
  it('lets one in at a time, in the order of arrival', async () => {
    const turnstile = createTurnstile();
    const story: string[] = [];
    const visit = async (name: string): Promise<void> => {
      const leave = await turnstile.enter();
      story.push(`${name} in`);
      await Promise.resolve();
      story.push(`${name} out`);
      leave();
    };
    await Promise.all(['a', 'b', 'c'].map(visit));
    expect(story).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('lets as many in as it has places', async () => {
    const { arrive, leave, inside } = createVisitors(createTurnstile(2));
    await arrive('a', 'b', 'c');
    expect(inside()).toEqual(['a', 'b']);
    await leave('a');
    expect(inside()).toEqual(['b', 'c']);
  });

  it('lets those who wait in at once when it gets more places', async () => {
    const turnstile = createTurnstile(1);
    const { arrive, inside } = createVisitors(turnstile);
    await arrive('a', 'b', 'c', 'd');
    turnstile.resize(3);
    await settle();
    expect(inside()).toEqual(['a', 'b', 'c']);
  });

  it('sends nobody out when it gets fewer places: it waits until there is room again', async () => {
    const turnstile = createTurnstile(3);
    const { arrive, leave, inside } = createVisitors(turnstile);
    await arrive('a', 'b', 'c', 'd');
    turnstile.resize(2);
    expect(inside()).toEqual(['a', 'b', 'c']);
    await leave('a');
    expect(inside()).toEqual(['b', 'c']);
    await leave('b');
    expect(inside()).toEqual(['c', 'd']);
  });

  it('counts somebody who leaves twice once', async () => {
    const turnstile = createTurnstile(1);
    const leave = await turnstile.enter();
    leave();
    leave();
    const { arrive, inside } = createVisitors(turnstile);
    await arrive('a', 'b');
    expect(inside()).toEqual(['a']);
  });
});
