import type { TestStore } from '../support/createTestStore';
import { expectToReplay } from './expectToReplay';

/** A list for the pages of each test of a file: time is virtual, and after the test each page replays and is stopped. */
export function createReplayedPages(): TestStore[] {
  const pages: TestStore[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
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
