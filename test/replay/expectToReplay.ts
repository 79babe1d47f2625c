import type { RecordedStore } from './createRecordedStore';
import { EXIT, replayText } from './replayText';

/** Replays everything that the store has done so far, and returns the differences. */
export async function replayProblems({ recording }: Pick<RecordedStore, 'recording'>): Promise<readonly string[]> {
  const { code, lines } = await replayText(recording());
  return code === EXIT.replayed ? [] : lines.slice(lines.findIndex((line) => line.startsWith('✗')));
}

/** Expects a recording of everything that the store has done so far to replay without differences. */
export async function expectToReplay(page: Pick<RecordedStore, 'recording'>): Promise<void> {
  expect(await replayProblems(page)).toEqual([]);
}

/**
 * Returns a list for the recorded stores of each test in a file. Time is virtual, and after a test each store must replay.
 *
 * @param clock `now`: start of the virtual time, in milliseconds since 1970; the present by default
 */
export function createReplayedPages(clock: { readonly now?: number } = {}): RecordedStore[] {
  const pages: RecordedStore[] = [];
  beforeEach(() => {
    jest.useFakeTimers(clock);
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      await expectToReplay(page);
      page.stop();
    }
    jest.useRealTimers();
  });
  return pages;
}
