import '../../support/devToolsExtension';
import fc from 'fast-check';
import { FAKE_NOW_MS } from '../../support/fakePorts';
import { runModel } from './modelRun';
import { COMMANDS, modelSchedules, POLL_ANSWERS, START_ANSWERS, travelledSchedules, TRAVELS } from './modelSchedule';

// Parts of 64 bytes, so that every byte of them can be kept and compared.
jest.mock('../../../src/domain/constants', () => ({
  ...jest.requireActual<object>('../../../src/domain/constants'),
  UPLOAD_PART_BYTES: 64,
}));

/*
 * The same sequences each time, so that whoever turns this red did it. `MODEL_SEED=7 MODEL_RUNS=5000` meets others; with
 * the seed and the path that a failure prints, `MODEL_SEED` and `MODEL_PATH` replay that one.
 */
const RUNS = 1_000;
/** Of these runs one in so many is run with DevTools open, which makes it slow. */
const TRAVELLED_SHARE = 10;
const { MODEL_SEED = '20300102', MODEL_RUNS = String(RUNS), MODEL_PATH } = process.env;
const TIMEOUT_MS_PER_RUN = 600;

const KINDS: readonly string[] = [
  ...COMMANDS,
  ...POLL_ANSWERS.map((answer) => `poll ${answer}`),
  ...START_ANSWERS.map((answer) => `download start ${answer}`),
];

beforeEach(() => {
  jest.useFakeTimers({ now: FAKE_NOW_MS, doNotFake: ['nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Runs so many schedules, and gives the commands and answers that were met. */
async function runAll(which: typeof modelSchedules, numRuns: number, hasDevTools: boolean): Promise<Set<string>> {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(which, async (schedule) => {
      const report = await runModel(schedule, hasDevTools);
      for (const kind of report.met) met.add(kind);
      expect(report.violations).toEqual([]);
    }),
    { seed: Number(MODEL_SEED), numRuns, ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }) },
  );
  return met;
}

const isWholeRun = MODEL_PATH === undefined && Number(MODEL_RUNS) >= RUNS;

describe('downloads and uploads, whatever people and servers do', () => {
  it(
    'keep one download active, start none twice, lose nothing silently, and end empty or waiting for a person',
    async () => {
      const met = await runAll(modelSchedules, Number(MODEL_RUNS), false);
      expect(isWholeRun ? KINDS.filter((kind) => !met.has(kind)) : []).toEqual([]);
    },
    Number(MODEL_RUNS) * TIMEOUT_MS_PER_RUN,
  );

  it(
    'do the same while a developer looks at the past in DevTools, and locks it',
    async () => {
      const met = await runAll(travelledSchedules, Number(MODEL_RUNS) / TRAVELLED_SHARE, true);
      expect(isWholeRun ? TRAVELS.filter((kind) => !met.has(kind)) : []).toEqual([]);
    },
    Number(MODEL_RUNS) * TIMEOUT_MS_PER_RUN,
  );
});
