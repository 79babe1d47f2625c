import { resumeRequested, retryRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { replayProblems } from '../../replay/expectToReplay';
import { pass, passUntil } from '../../support/virtualTime';
import type { Schedule } from './faultRunSchedule';
import { checkRun, findUnresolved } from './faultRunVerdict';
import { areUploadsIdle, createWorld, RETRIES_OF_ALL, THINKING_MS, type World } from './faultRunWorld';

interface RunReport {
  /** Empty if the run is correct. */
  readonly violations: readonly string[];
  /** Faults and events that occurred. */
  readonly occurred: ReadonlySet<string>;
}

/**
 * Runs uploads with a schedule in virtual time (`jest.useFakeTimers` must be on). The faults end with the events of the
 * schedule. Then each user resumes a paused queue and retries failed files.
 */
export async function runSchedule(schedule: Schedule): Promise<RunReport> {
  const world = await createWorld(schedule);
  const { store, script, ports } = world;
  const problems: string[] = [];
  const idle = async (when: string): Promise<void> => {
    if (!(await passUntil(() => isIdle(world)))) {
      problems.push(`stuck ${when}: ${JSON.stringify(store.getState().uploads)}`);
    }
  };
  await idle('with faults');
  script.end();
  // The user or the storage may have paused the queue.
  store.dispatch(resumeRequested());
  await idle('without faults');
  // The first user comes last, so that the final state shows their files.
  for (const user of [...world.users].reverse()) {
    if (world.users.size > 1) world.signIn(ports, user);
    for (let retries = 0; retries < RETRIES_OF_ALL; retries += 1) {
      if (retries > 0) problems.push(...findUnresolved(schedule, world, user));
      await pass(THINKING_MS);
      store.dispatch(retryRequested({}));
      store.dispatch(resumeRequested());
      await idle('after a retry');
    }
  }
  if (!(await passUntil(() => jest.getTimerCount() === 0))) problems.push('a timer never ends');
  const violations = problems.length > 0 ? problems : [...checkRun(schedule, world), ...(await replay(world))];
  world.stop();
  jest.clearAllTimers();
  return { violations, occurred: script.occurred };
}

async function replay({ recorded }: World): Promise<readonly string[]> {
  return recorded === undefined ? [] : replayProblems(recorded);
}

/** Returns true if nothing happens without a user. */
function isIdle({ store, hasScheduled }: World): boolean {
  return areUploadsIdle(store.getState()) && !hasScheduled();
}
