import { resumeRequested, retryRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { replayProblems } from '../../replay/expectToReplay';
import { pass, passUntil } from '../../support/virtualTime';
import { areUploadsAtRest, RETRIES_OF_ALL, THINKING_MS } from './faultRunPatience';
import type { Schedule } from './faultRunSchedule';
import { judgeRun } from './faultRunVerdict';
import { createWorld, type World } from './faultRunWorld';

interface RunReport {
  /** What must not be; empty if all is well. */
  readonly violations: readonly string[];
  /** Faults and events that were met. */
  readonly met: ReadonlySet<string>;
}

/**
 * Lets the uploads meet a schedule, in virtual time (`jest.useFakeTimers` must be on). When its events are over, so are
 * its faults; a person then goes on with a paused queue and tries again what has failed.
 */
export async function runSchedule(schedule: Schedule): Promise<RunReport> {
  const world = await createWorld(schedule);
  const { store, script, ports } = world;
  const stuck: string[] = [];
  const rest = async (when: string): Promise<void> => {
    if (!(await passUntil(() => isAtRest(world)))) {
      stuck.push(`stuck ${when}: ${JSON.stringify(store.getState().uploads)}`);
    }
  };
  await rest('with faults');
  script.end();
  // A queue stands still by a person's wish, or because the storage took no file.
  store.dispatch(resumeRequested());
  await rest('without faults');
  // Whoever began comes last, so that what is left is theirs to see.
  for (const person of [...world.people].reverse()) {
    if (world.people.size > 1) world.signIn(ports, person);
    for (let retries = 0; retries < RETRIES_OF_ALL; retries += 1) {
      if (retries > 0) stuck.push(...unhealed(schedule, world, person));
      await pass(THINKING_MS);
      store.dispatch(retryRequested({}));
      store.dispatch(resumeRequested());
      await rest('after a retry');
    }
  }
  if (!(await passUntil(() => jest.getTimerCount() === 0))) stuck.push('something goes on for ever');
  const violations = [...(stuck.length > 0 ? stuck : judgeRun(schedule, world))];
  if (stuck.length === 0) violations.push(...(await replayProblems(world)));
  world.stop();
  jest.clearAllTimers();
  return { violations, met: script.met };
}

/** One retry without faults heals everything but what was left open by the call that completes a file. */
function unhealed({ etags }: Schedule, { store, lost }: World, person: string): string[] {
  if (etags !== 'md5') return [];
  return store
    .getState()
    .uploads.files.filter(
      ({ key, userId, progress }) =>
        userId === person &&
        progress.phase === 'failed' &&
        progress.failure.kind !== 'completion-unknown' &&
        !lost.has(key),
    )
    .map((file) => `a retry without faults did not heal ${JSON.stringify(file)}`);
}

/** Nothing happens any more unless a person does something. */
function isAtRest({ store, isAhead }: World): boolean {
  return areUploadsAtRest(store.getState()) && !isAhead();
}
