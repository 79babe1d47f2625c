import fc from 'fast-check';
import type { Ports } from '../../../src/platform/ports';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { anOwner } from '../../support/builders';
import { createFakeProfile, createMemoryRecords } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { openNotes, type NotesTab } from './openNotes';

/** Schedules to run; more with `MODEL_RUNS=10000`. */
const { MODEL_SEED = '20300102', MODEL_RUNS = '1000', MODEL_PATH } = process.env;

jest.setTimeout(Math.max(600_000, Number(MODEL_RUNS) * 200));

const STEPS = ['note', 'open tab', 'crash', 'sign out'] as const;

interface Step {
  readonly what: (typeof STEPS)[number];
  /** Milliseconds after the previous step. */
  readonly after: number;
  /** Selects a tab. */
  readonly which: number;
}

/** How the nth message to a tab arrives. */
interface Delivery {
  readonly delay: number;
  /** The delay of a second delivery. */
  readonly again?: number;
}

interface Schedule {
  readonly steps: readonly Step[];
  readonly deliveries: readonly Delivery[];
  /** Milliseconds until a write is stored, and until the tab that writes knows. */
  readonly storeMs: number;
  readonly confirmMs: number;
  readonly isBatched: boolean;
}

const someMs = fc.constantFrom(0, 0, 1, 5, 20, 100, 400);

const schedules: fc.Arbitrary<Schedule> = fc.record({
  steps: fc.array(
    fc.record({
      what: fc.constantFrom(...STEPS, 'note', 'note', 'open tab', 'crash'),
      after: someMs,
      which: fc.nat(3),
    }),
    { minLength: 2, maxLength: 20 },
  ),
  deliveries: fc.array(fc.record({ delay: someMs, again: someMs }, { requiredKeys: ['delay'] }), { maxLength: 40 }),
  storeMs: fc.constantFrom(0, 1, 10),
  confirmMs: fc.constantFrom(0, 1, 10),
  isBatched: fc.boolean(),
});

const MOST_TABS = 4;
const SIGNED_OUT_MS = 300;

interface Tab extends NotesTab {
  isOpen: boolean;
  readonly asked: Set<string>;
}

/** Runs a schedule in virtual time. Returns what is lost, repeated or not shown. */
async function runSchedule({ steps, deliveries, storeMs, confirmMs, isBatched }: Schedule, occurred: Set<string>) {
  const profile = createFakeProfile();
  const memory = createMemoryRecords();
  const tabs: Tab[] = [];
  const asked: string[] = [];
  /** Commands that may be lost: their tab crashed before they were stored. */
  const excused = new Set<string>();
  let delivered = 0;

  const stored = async (): Promise<readonly string[]> =>
    ((await memory('follows').read('notes')) ?? []) as readonly string[];
  const open = (): void => {
    const life = { isOpen: true };
    const later = (milliseconds: number, run: () => void): void =>
      void setTimeout(() => life.isOpen && run(), milliseconds);
    /** A crash aborts the writes that are not stored. */
    const records: Ports['records'] = (name) => ({
      ...memory(name),
      put: (entries, removed) =>
        new Promise((resolve) => {
          later(storeMs, () => {
            void memory(name).put(entries, removed);
            later(confirmMs, () => resolve(true));
          });
        }),
    });
    const delayTabs = (own: Ports['tabs']): Ports['tabs'] => {
      const listeners = new Set<(message: unknown) => void>();
      const deliver = (message: unknown): void => listeners.forEach((listener) => listener(message));
      own.onMessage((message) => {
        const { delay, again } = deliveries[delivered] ?? { delay: 0 };
        delivered += 1;
        const { kind } = message as { readonly kind: string };
        occurred.add(kind);
        later(delay, () => deliver(message));
        if (again !== undefined) later(again, () => deliver(message));
        if (again !== undefined) occurred.add(`${kind} twice`);
      });
      return {
        ...own,
        onMessage: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
    };
    const batch = { withinMs: 200, isUrgent: () => false };
    const tab = openNotes({ profile, records, tabs: delayTabs, ...(isBatched && { batch }) });
    tabs.push(Object.assign(life, tab, { asked: new Set<string>() }));
  };

  const isOpen = (tab: Tab): boolean => tab.isOpen;
  const run = async ({ what, which }: Step): Promise<void> => {
    const opened = tabs.filter(isOpen);
    const tab = opened[which % opened.length];
    occurred.add(what);
    switch (what) {
      case 'note': {
        if (tab?.isSignedIn() !== true) break;
        const text = `note ${String(asked.length)}`;
        asked.push(text);
        tab.asked.add(text);
        tab.note(text);
        break;
      }
      case 'open tab':
        if (opened.length < MOST_TABS) open();
        break;
      case 'crash': {
        if (tab === undefined || opened.length === 1) break;
        tab.isOpen = false;
        tab.crash();
        const kept = await stored();
        for (const text of tab.asked) if (!kept.includes(text)) excused.add(text);
        break;
      }
      case 'sign out':
        for (const one of opened) one.dispatch(sessionLost());
        setTimeout(() => tabs.filter(isOpen).forEach((one) => one.dispatch(loginFound(anOwner()))), SIGNED_OUT_MS);
        break;
    }
  };

  open();
  for (const step of steps) {
    await pass(step.after);
    await run(step);
  }
  await pass(10_000);
  const notes = await stored();
  const problems = asked.flatMap((text) => {
    const times = notes.filter((one) => one === text).length;
    return times === 1 || (times === 0 && excused.has(text)) ? [] : [`${text} is carried out ${String(times)} times`];
  });
  for (const tab of tabs.filter(isOpen)) {
    if (tab.notes().join() !== notes.join()) problems.push(`a tab shows ${tab.notes().join()}, not ${notes.join()}`);
    tab.crash();
  }
  jest.clearAllTimers();
  return problems;
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
});

it('loses no command whose tab stays open and carries out none twice, whatever crashes, is late or arrives twice', async () => {
  const occurred = new Set<string>();
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      expect(await runSchedule(schedule, occurred)).toEqual([]);
    }),
    {
      seed: Number(MODEL_SEED),
      numRuns: Number(MODEL_RUNS),
      ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }),
    },
  );
  const expected = [...STEPS, 'command', 'granted', 'driving', 'stored', 'command twice', 'granted twice'];
  if (MODEL_PATH === undefined) expect(expected.filter((what) => !occurred.has(what))).toEqual([]);
});
