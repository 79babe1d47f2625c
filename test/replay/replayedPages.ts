import type { TestStore } from '../support/createTestStore';
import { expectToReplay } from './expectToReplay';

/**
 * A list for the pages of each test of a file: time is virtual, and after the test each page replays and is stopped.
 * @param clock `now`: where virtual time starts, milliseconds since 1970; the present unless told
 */
export function createReplayedPages(clock: { readonly now?: number } = {}): TestStore[] {
  const pages: TestStore[] = [];
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
