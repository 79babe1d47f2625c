import fc from 'fast-check';
import { FAKE_NOW_MS } from '../../support/fakePorts';
import { FOLDER_COMMANDS, folderSchedules, runFolders } from './folderModel';

/** Schedules to run; more with `MODEL_RUNS=1000`. */
const { MODEL_SEED = '20300102', MODEL_RUNS = '100', MODEL_PATH } = process.env;

jest.setTimeout(Math.max(600_000, Number(MODEL_RUNS) * 3_000));

beforeEach(() => void jest.useFakeTimers({ now: FAKE_NOW_MS, doNotFake: ['nextTick', 'queueMicrotask'] }));

it('fetches and follows folders in several tabs without losing or repeating anything', async () => {
  const occurred = new Set<string>();
  await fc.assert(
    fc.asyncProperty(folderSchedules, async (schedule) => {
      expect(await runFolders(schedule, occurred)).toEqual([]);
    }),
    {
      seed: Number(MODEL_SEED),
      numRuns: Number(MODEL_RUNS),
      ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }),
    },
  );
  if (MODEL_PATH === undefined) expect(FOLDER_COMMANDS.filter((what) => !occurred.has(what))).toEqual([]);
});
