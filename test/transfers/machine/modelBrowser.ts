import fc from 'fast-check';
import type { Ports } from '../../../src/platform/ports';
import { createFakeProfile, createMemoryRecords } from '../../support/fakePorts';

/*
 * A browser for the model runs: tabs crash, messages are late or arrive twice, and writes take time. With the same schedule it does
 * the same. `MODEL_SEED` and `MODEL_PATH` with the values that a failure prints run that schedule only; `MODEL_RUNS=10000` runs
 * more.
 */
const { MODEL_SEED = '20300102', MODEL_RUNS = '1000', MODEL_PATH } = process.env;

export const MODEL_TIMEOUT_MS = Math.max(600_000, Number(MODEL_RUNS) * 200);

const MOST_TABS = 4;

interface Step<What> {
  readonly what: What;
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

interface Schedule<What> {
  readonly steps: readonly Step<What>[];
  readonly deliveries: readonly Delivery[];
  /** Milliseconds until records are read or stored, and until the tab that has stored them knows. */
  readonly storeMs: number;
  readonly confirmMs: number;
  readonly isBatched: boolean;
}

const someMs = fc.constantFrom(0, 0, 1, 5, 20, 100, 400);

/** Returns random schedules of steps. A step that is named several times is more frequent. */
function schedulesOf<What>(steps: readonly What[]): fc.Arbitrary<Schedule<What>> {
  return fc.record({
    steps: fc.array(fc.record({ what: fc.constantFrom(...steps), after: someMs, which: fc.nat(3) }), {
      minLength: 2,
      maxLength: 20,
    }),
    deliveries: fc.array(fc.record({ delay: someMs, again: someMs }, { requiredKeys: ['delay'] }), { maxLength: 40 }),
    storeMs: fc.constantFrom(0, 1, 10),
    confirmMs: fc.constantFrom(0, 1, 10),
    isBatched: fc.boolean(),
  });
}

/** A tab that a model run opens. */
interface ModelTab {
  readonly crash: () => void;
}

/** What a tab gets from the browser. */
interface TabOptions {
  readonly profile: ReturnType<typeof createFakeProfile>;
  readonly records: Ports['records'];
  readonly tabs: (own: Ports['tabs']) => Ports['tabs'];
  readonly batch?: { readonly withinMs: number; readonly isUrgent: () => boolean };
}

/** Creates a browser that follows a schedule. */
export function createModelBrowser<Tab extends ModelTab>(
  { deliveries, storeMs, confirmMs, isBatched }: Omit<Schedule<unknown>, 'steps'>,
  openTab: (options: TabOptions) => Tab,
  occurred: Set<string>,
) {
  const profile = createFakeProfile();
  const memory = createMemoryRecords();
  const opened = new Set<Tab>();
  let delivered = 0;

  const open = (): Tab => {
    const life: { tab?: Tab } = {};
    const later = (milliseconds: number, run: () => void): void =>
      void setTimeout(() => (life.tab === undefined || opened.has(life.tab)) && run(), milliseconds);
    /** A crash aborts what is not stored. */
    const records: Ports['records'] = (name) => ({
      ...memory(name),
      readAll: (before) =>
        new Promise((resolve) => {
          later(storeMs, () => resolve(memory(name).readAll(before)));
        }),
      put: (entries, removed) =>
        new Promise((resolve) => {
          later(storeMs, () => {
            void memory(name).put(entries, removed);
            later(confirmMs, () => resolve(true));
          });
        }),
    });
    const tabs = (own: Ports['tabs']): Ports['tabs'] => {
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
    const tab = openTab({ profile, records, tabs, ...(isBatched && { batch }) });
    life.tab = tab;
    opened.add(tab);
    return tab;
  };

  return {
    /** The database as it is now. */
    memory,
    openTabs: (): readonly Tab[] => [...opened],
    open,
    openIfFew: (): void => {
      if (opened.size < MOST_TABS) open();
    },
    crash: (tab: Tab): void => {
      opened.delete(tab);
      tab.crash();
    },
  };
}

/** Runs schedules of steps in virtual time. Each step, and each of `expected`, must occur in at least one of them. */
export async function expectSchedulesToHold<What extends string>(
  steps: readonly What[],
  run: (schedule: Schedule<What>, occurred: Set<string>) => Promise<readonly string[]>,
  expected: readonly string[],
): Promise<void> {
  const occurred = new Set<string>();
  await fc.assert(
    fc.asyncProperty(schedulesOf(steps), async (schedule) => {
      for (const { what } of schedule.steps) occurred.add(what);
      expect(await run(schedule, occurred)).toEqual([]);
      jest.clearAllTimers();
    }),
    {
      seed: Number(MODEL_SEED),
      numRuns: Number(MODEL_RUNS),
      ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }),
    },
  );
  if (MODEL_PATH === undefined) expect([...steps, ...expected].filter((what) => !occurred.has(what))).toEqual([]);
}
