import { selectSessionOwner } from '../../../src/session/sessionSlice';
import { retryRequested, selectOwnDownloads } from '../../../src/transfers/downloads/downloadsSlice';
import { resumeRequested, retryRequested as retryUploadsRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { pass, passUntil } from '../../support/virtualTime';
import { areUploadsAtRest, RETRIES_OF_ALL, THINKING_MS } from '../uploads/faultRunPatience';
import { createCommander } from './modelCommands';
import type { ModelSchedule } from './modelSchedule';
import { judgeModel } from './modelVerdict';
import { createModelWorld, type ModelWorld, type Page } from './modelWorld';

interface ModelReport {
  /** What must not be; empty if all is well. */
  readonly violations: readonly string[];
  /** Commands and answers that were met. */
  readonly met: ReadonlySet<string>;
}

/**
 * Lets downloads and uploads meet commands and answers, in virtual time (`jest.useFakeTimers` must be on). Then the
 * faults end, and each person signs in, goes on with what stands still and tries again what has failed.
 */
export async function runModel(schedule: ModelSchedule, hasDevTools = false): Promise<ModelReport> {
  const world = createModelWorld(schedule, hasDevTools);
  const stuck: string[] = [];
  const rest = async (when: string): Promise<void> => {
    if (await passUntil(() => isAtRest(world))) return;
    stuck.push(`stuck ${when}: ${JSON.stringify(world.pages.map(({ made }) => made.store.getState()))}`);
  };
  const first = await world.openPage();
  world.signIn(first.ports);
  const command = createCommander(world, schedule.uploads.sizes);
  for (const one of schedule.commands) {
    await pass(one.after);
    await command(one);
  }
  await rest('with faults');
  world.script.end();
  for (const user of world.people) {
    if (stuck.length > 0) break;
    if (user !== world.user()) for (const { ports } of world.pages) world.signIn(ports, user);
    for (let retries = 0; retries < RETRIES_OF_ALL; retries += 1) {
      await pass(THINKING_MS);
      for (const page of world.pages) retryAll(page);
      await rest(`when ${user} has tried again`);
    }
  }
  if (stuck.length === 0 && !(await passUntil(() => jest.getTimerCount() === 0))) stuck.push('something never ends');
  const violations = [...stuck, ...judgeModel(world, stuck.length === 0)];
  for (const page of [...world.pages]) world.closePage(page);
  jest.clearAllTimers();
  return { violations, met: world.script.met };
}

function retryAll({ made: { store } }: Page): void {
  for (const { id } of selectOwnDownloads(store.getState())) store.dispatch(retryRequested({ id }));
  store.dispatch(resumeRequested());
  store.dispatch(retryUploadsRequested({}));
}

/** Nothing happens any more unless a person does something. */
function isAtRest({ pages, isAhead }: ModelWorld): boolean {
  return !isAhead() && pages.every(isPageAtRest);
}

function isPageAtRest({ made: { store } }: Page): boolean {
  const state = store.getState();
  return (
    selectSessionOwner(state) !== undefined &&
    areUploadsAtRest(state) &&
    selectOwnDownloads(state).every(({ phase }) => phase === 'failed')
  );
}
