import fc from 'fast-check';
import { selectSessionOwner } from '../../../src/session/sessionSlice';
import { retryRequested, selectOwnDownloads } from '../../../src/transfers/downloads/downloadsSlice';
import { resumeRequested, retryRequested as retryUploadsRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { pass, passUntil } from '../../support/virtualTime';
import { areUploadsIdle, RETRIES_OF_ALL, THINKING_MS } from '../uploads/faultRunWorld';
import { createCommandRunner } from './modelCommands';
import type { ModelSchedule } from './modelSchedule';
import { checkModel } from './modelVerdict';
import { createModelWorld, type DevTools, type ModelWorld, type Page } from './modelWorld';

/*
 * The schedules are the same in every run, so a failure is caused by a change. `MODEL_SEED=7 MODEL_RUNS=5000` runs other
 * schedules. `MODEL_SEED` and `MODEL_PATH` with the values that a failure prints run that schedule only.
 */
const RUNS = 1_000;
const { MODEL_SEED = '20300102', MODEL_RUNS = String(RUNS), MODEL_PATH } = process.env;
const TIMEOUT_MS_PER_RUN = 600;

/** Number of random runs. */
export const MODEL = { runs: Number(MODEL_RUNS), timeoutMs: Number(MODEL_RUNS) * TIMEOUT_MS_PER_RUN };

/**
 * Runs random schedules and expects no violations. Each of `kinds`, commands and answers, must occur in at least one of
 * the runs.
 */
export async function expectModelToHold(
  schedules: fc.Arbitrary<ModelSchedule>,
  { runs, kinds, devTools }: { readonly runs: number; readonly kinds: readonly string[]; readonly devTools?: DevTools },
): Promise<void> {
  const occurred = new Set<string>();
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const report = await runModel(schedule, devTools);
      for (const kind of report.occurred) occurred.add(kind);
      expect(report.violations).toEqual([]);
    }),
    { seed: Number(MODEL_SEED), numRuns: runs, ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }) },
  );
  const isWholeRun = MODEL_PATH === undefined && MODEL.runs >= RUNS;
  expect(isWholeRun ? kinds.filter((kind) => !occurred.has(kind)) : []).toEqual([]);
}

interface ModelReport {
  /** Empty if the run is correct. */
  readonly violations: readonly string[];
  /** Commands and answers that occurred. */
  readonly occurred: ReadonlySet<string>;
}

/**
 * Runs downloads and uploads with a schedule in virtual time (`jest.useFakeTimers` must be on). Then the faults end, and
 * each user signs in, resumes the queue and retries everything that has failed.
 */
async function runModel(schedule: ModelSchedule, devTools: DevTools | undefined): Promise<ModelReport> {
  const world = createModelWorld(schedule, devTools);
  const problems: string[] = [];
  const idle = async (when: string): Promise<void> => {
    if (await passUntil(() => isIdle(world))) return;
    problems.push(`stuck ${when}: ${JSON.stringify(world.pages.map(({ store }) => store.getState()))}`);
  };
  const first = await world.openPage();
  world.signIn(first.ports);
  const runCommand = createCommandRunner(world, schedule.uploads.sizes);
  for (const command of schedule.commands) {
    await pass(command.after);
    await runCommand(command);
  }
  await idle('with faults');
  world.script.end();
  for (const user of world.users) {
    if (problems.length > 0) break;
    if (user !== world.user()) for (const { ports } of world.pages) world.signIn(ports, user);
    for (let retries = 0; retries < RETRIES_OF_ALL; retries += 1) {
      await pass(THINKING_MS);
      for (const page of world.pages) retryAll(page);
      await idle(`after a retry of ${user}`);
    }
  }
  if (problems.length === 0 && !(await passUntil(() => jest.getTimerCount() === 0))) {
    problems.push('a timer never ends');
  }
  const violations = [...problems, ...checkModel(world, problems.length === 0)];
  for (const page of [...world.pages]) world.closePage(page);
  jest.clearAllTimers();
  return { violations, occurred: world.script.occurred };
}

function retryAll({ store }: Page): void {
  for (const { id } of selectOwnDownloads(store.getState())) store.dispatch(retryRequested({ id }));
  store.dispatch(resumeRequested());
  store.dispatch(retryUploadsRequested({}));
}

/** Returns true if nothing happens without a user. */
function isIdle({ pages, hasScheduled }: ModelWorld): boolean {
  return !hasScheduled() && pages.every(isPageIdle);
}

function isPageIdle({ store }: Page): boolean {
  const state = store.getState();
  return (
    selectSessionOwner(state) !== undefined &&
    areUploadsIdle(state) &&
    selectOwnDownloads(state).every(({ phase }) => phase === 'failed')
  );
}
