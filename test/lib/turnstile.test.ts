import { createTurnstile } from '../../src/lib/turnstile';

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
});
