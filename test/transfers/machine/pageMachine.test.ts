import { createFakeProfile, createMemoryRecords, delayRecords } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { openPageNotes } from './openPageNotes';

const DATABASE_MS = 20;

beforeEach(() => void jest.useFakeTimers());

/** A browser profile whose pages write notes, each of them its own. The database takes time. */
function aBrowser() {
  const profile = createFakeProfile();
  const memory = createMemoryRecords();
  const records = delayRecords(memory, DATABASE_MS);
  let opened = 0;
  return {
    stored: async (): Promise<Record<string, unknown>> => Object.fromEntries((await memory('follows').readAll()) ?? []),
    /** Opens a page, which takes over what closed pages have left. */
    open: () => openPageNotes({ page: `page-${(opened += 1)}`, profile, records }),
  };
}

describe('a machine that the issuer owns', () => {
  it('carries out a command at once, and stores its result once the lock of the page is held', async () => {
    const { open, stored } = aBrowser();
    const page = open();
    page.note('a');
    expect(page.notes()).toEqual(['a']);
    await pass(5 * DATABASE_MS);
    expect(await page.isLocked()).toBe(true);
    expect(await stored()).toEqual({ a: 'page-1' });
  });

  it('lets other open pages look at what it stores, but does not give them its items', async () => {
    const { open, stored } = aBrowser();
    const [page, other] = [open(), open()];
    page.note('a');
    await pass(5 * DATABASE_MS);
    expect([other.notes(), other.looks()]).toEqual([[], 1]);
    expect(await stored()).toEqual({ a: 'page-1' });
  });

  it('continues in one of the pages that open at the same time after its own page has crashed', async () => {
    const { open, stored } = aBrowser();
    const first = open();
    first.note('a');
    await pass(5 * DATABASE_MS);
    first.crash();
    const [second, third] = [open(), open()];
    await pass(20 * DATABASE_MS);
    expect([...second.notes(), ...third.notes()]).toEqual(['a']);
    expect(await stored()).toEqual({ a: second.notes().length === 1 ? 'page-2' : 'page-3' });
  });

  it('stays with its page as long as that is open', async () => {
    const { open } = aBrowser();
    const first = open();
    first.note('a');
    await pass(5 * DATABASE_MS);
    const second = open();
    await pass(20 * DATABASE_MS);
    expect([first.notes(), second.notes()]).toEqual([['a'], []]);
  });
});
