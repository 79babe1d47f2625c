import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { anOwner } from '../../support/builders';
import { pass } from '../../support/virtualTime';
import { createModelBrowser, expectSchedulesToHold, MODEL_TIMEOUT_MS } from './modelBrowser';
import { openNotes, type NotesTab } from './openNotes';

jest.setTimeout(MODEL_TIMEOUT_MS);

const STEPS = ['note', 'note', 'note', 'open tab', 'open tab', 'crash', 'crash', 'sign out'] as const;

const SIGNED_OUT_MS = 300;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));

it('loses no command whose tab stays open and carries out none twice, whatever crashes, is late or arrives twice', async () => {
  await expectSchedulesToHold(
    STEPS,
    async ({ steps, ...schedule }, occurred) => {
      const browser = createModelBrowser(schedule, openNotes, occurred);
      const asked = new Map<string, NotesTab>();
      /** Commands that may be lost: their tab crashed before they were stored. */
      const excused = new Set<string>();
      const stored = async (): Promise<readonly string[]> =>
        ((await browser.memory('follows').read('notes')) ?? []) as readonly string[];

      browser.open();
      for (const { what, after, which } of steps) {
        await pass(after);
        const tabs = browser.openTabs();
        const tab = tabs[which % tabs.length];
        switch (what) {
          case 'note': {
            const text = `note ${String(asked.size)}`;
            if (tab?.isSignedIn() !== true) break;
            asked.set(text, tab);
            tab.note(text);
            break;
          }
          case 'open tab':
            browser.openIfFew();
            break;
          case 'crash': {
            if (tab === undefined || tabs.length === 1) break;
            browser.crash(tab);
            const kept = await stored();
            for (const [text, by] of asked) if (by === tab && !kept.includes(text)) excused.add(text);
            break;
          }
          case 'sign out':
            for (const one of tabs) one.dispatch(sessionLost());
            setTimeout(() => {
              for (const one of browser.openTabs()) one.dispatch(loginFound(anOwner()));
            }, SIGNED_OUT_MS);
            break;
        }
      }
      await pass(10_000);
      const notes = await stored();
      const problems = [...asked.keys()].flatMap((text) => {
        const times = notes.filter((one) => one === text).length;
        return times === 1 || (times === 0 && excused.has(text))
          ? []
          : [`${text} is carried out ${String(times)} times`];
      });
      for (const tab of browser.openTabs()) {
        if (tab.notes().join() !== notes.join())
          problems.push(`a tab shows ${tab.notes().join()}, not ${notes.join()}`);
        browser.crash(tab);
      }
      return problems;
    },
    ['command', 'granted', 'driving', 'stored', 'command twice', 'granted twice'],
  );
});
