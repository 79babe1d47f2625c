import type { TestStore } from '../support/createTestStore';
import { EXIT, replayText } from './replayText';

/** What a replay of everything that the store has done so far finds; nothing if all is the same. */
export async function replayProblems(page: Pick<TestStore, 'recording'>): Promise<readonly string[]> {
  const { code, lines } = await replayText(page.recording());
  return code === EXIT.replayed ? [] : lines.slice(lines.findIndex((line) => line.startsWith('✗')));
}

/** Holds that a recording of everything that the store has done so far replays. */
export async function expectToReplay(page: Pick<TestStore, 'recording'>): Promise<void> {
  expect(await replayProblems(page)).toEqual([]);
}
