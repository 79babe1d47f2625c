import { pass } from '../../support/virtualTime';
import { createModelBrowser, expectSchedulesToHold, MODEL_TIMEOUT_MS } from './modelBrowser';
import { openPageNotes, type PageNotesTab } from './openPageNotes';

jest.setTimeout(MODEL_TIMEOUT_MS);

const STEPS = ['note', 'note', 'note', 'open tab', 'open tab', 'crash', 'crash', 'take over'] as const;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));

/** Returns the texts that open pages show twice. */
function findRepeated(pages: readonly PageNotesTab[]): readonly string[] {
  const shown = pages.flatMap((page) => page.notes());
  return shown.filter((text, index) => shown.indexOf(text) !== index).map((text) => `${text} is shown twice`);
}

it('loses no command whose page stays open, and gives what a closed page has stored to exactly one other page', async () => {
  await expectSchedulesToHold(
    STEPS,
    async ({ steps, ...schedule }, occurred) => {
      let opened = 0;
      const openPage = (options: Omit<Parameters<typeof openPageNotes>[0], 'page'>): PageNotesTab =>
        openPageNotes({ page: `page-${(opened += 1)}`, ...options });
      const browser = createModelBrowser(schedule, openPage, occurred);
      const asked = new Map<string, PageNotesTab>();
      /** Commands that may be lost: their page crashed before they were stored. */
      const excused = new Set<string>();
      const problems: string[] = [];
      const stored = async (): Promise<ReadonlyMap<string, unknown>> =>
        (await browser.memory('follows').readAll()) ?? new Map<string, unknown>();

      browser.open();
      for (const { what, after, which } of steps) {
        await pass(after);
        const pages = browser.openTabs();
        problems.push(...findRepeated(pages));
        const page = pages[which % pages.length];
        switch (what) {
          case 'note': {
            const text = `note ${String(asked.size)}`;
            if (page === undefined) break;
            asked.set(text, page);
            page.note(text);
            break;
          }
          case 'open tab':
            browser.openIfFew();
            break;
          case 'crash': {
            if (page === undefined || pages.length === 1) break;
            if (page.tooLate() > 0) occurred.add('too late');
            browser.crash(page);
            const kept = await stored();
            for (const [text, by] of asked) if (by === page && !kept.has(text)) excused.add(text);
            break;
          }
          case 'take over':
            page?.takeOver();
            break;
        }
      }
      await pass(10_000);
      // A page that opens takes over what is left.
      browser.open();
      await pass(10_000);
      const pages = browser.openTabs();
      const owners = await stored();
      problems.push(...findRepeated(pages));
      for (const text of asked.keys()) {
        const owner = pages.find((page) => page.notes().includes(text));
        if (owner === undefined && !excused.has(text)) problems.push(`${text} is lost`);
        if (owner !== undefined && owners.get(text) !== owner.page) problems.push(`${text} is not stored for its page`);
      }
      for (const page of pages) {
        if (page.tooLate() > 0) occurred.add('too late');
        browser.crash(page);
      }
      return problems;
    },
    ['stored', 'stored twice', 'too late'],
  );
});
