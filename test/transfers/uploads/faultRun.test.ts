import '../../support/useProductionBuilds';
import fc from 'fast-check';
import { FAKE_NOW_MS } from '../../support/fakePorts';
import { runSchedule } from './faultRun';
import { API_FAULTS, EVENTS, PUT_FAULTS, REFRESH_FAULTS, schedules } from './faultRunSchedule';

// Small parts, so that all bytes can be kept and compared.
jest.mock('@data-manager/domain/constants', () => ({
  ...jest.requireActual<object>('@data-manager/domain/constants'),
  UPLOAD_PART_BYTES: 64,
}));

/*
 * The schedules are the same in every run, so a failure is caused by a change. `FAULT_SEED=7 FAULT_RUNS=5000` runs other
 * schedules. `FAULT_SEED` and `FAULT_PATH` with the values that a failure prints run that schedule only.
 */
const RUNS = 500;
const { FAULT_SEED = '20300102', FAULT_RUNS = String(RUNS), FAULT_PATH } = process.env;
const TIMEOUT_MS_PER_RUN = 600;

/** Everything that must occur in at least one of the runs. */
const KINDS: readonly string[] = [
  ...['start', 'urls', 'complete', 'cancel'].flatMap((operation) => API_FAULTS.map((fault) => `${operation} ${fault}`)),
  ...PUT_FAULTS.map((fault) => `put ${fault}`),
  ...REFRESH_FAULTS.map((fault) => `refresh ${fault}`),
  ...EVENTS,
  'login again',
];

beforeEach(() => void jest.useFakeTimers({ now: FAKE_NOW_MS, doNotFake: ['nextTick', 'queueMicrotask'] }));

it(
  'uploads every file identically in spite of random faults, or fails in a way that a retry resolves when the faults are over',
  async () => {
    const occurred = new Set<string>();
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const report = await runSchedule(schedule);
        for (const kind of report.occurred) occurred.add(kind);
        expect(report.violations).toEqual([]);
      }),
      {
        seed: Number(FAULT_SEED),
        numRuns: Number(FAULT_RUNS),
        ...(FAULT_PATH === undefined ? {} : { path: FAULT_PATH }),
      },
    );
    const isWholeRun = FAULT_PATH === undefined && Number(FAULT_RUNS) >= RUNS;
    expect(isWholeRun ? KINDS.filter((kind) => !occurred.has(kind)) : []).toEqual([]);
  },
  Number(FAULT_RUNS) * TIMEOUT_MS_PER_RUN,
);
