import type { Task } from 'redux-saga';
import { isIdle } from '@data-manager/domain/follow/follow';
import { createFollowedFiles } from '@data-manager/domain/follow/followedFiles';
import { call, fork, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { lazyPort } from '../../platform/lazyPort';
import { keepRunning } from '../../platform/supervise';
import { shareMachine } from '../machine/shareMachine';
import {
  decisionsOf,
  executeCommand,
  FOLLOW_COMMANDS,
  FollowCommand,
  prepareCommand,
  storePlan,
  type FollowsMemory,
} from './followCommands';
import { idleNoticed, type WithFollows } from './followsSlice';
import { FOLLOW_PERSISTENCE, restoreFollows } from './persistFollows';

/**
 * Shares the followed folders among the tabs of a browser profile. One tab scans them and uploads their files, since two
 * would upload each file twice.
 */
export function* shareFollows(): SagaOf<void> {
  const memory: FollowsMemory = { planned: new Map(), files: new Map(), decisions: new Map() };
  yield* shareMachine({
    name: 'follows',
    owner: 'lock',
    commands: FOLLOW_COMMANDS,
    schema: FollowCommand,
    prepare: (command) => prepareCommand(memory, command),
    handOver: (command) => storePlan(memory, command),
    execute: (command) => executeCommand(memory, command),
    restore: (isDriver) => (isDriver ? restoreFollows(memory.files) : mirrorFollows()),
    persistence: FOLLOW_PERSISTENCE,
    drive: [
      function* driveAll() {
        yield* driveFollows(memory);
      },
    ],
  });
}

/** Most visits follow no folder. */
const loadDriveFollow = lazyPort(() => import('./driveFollow'));

/** Scans all followed folders. */
function* driveFollows(memory: FollowsMemory): SagaOf<void> {
  const tasks = new Map<string, Task>();
  for (;;) {
    const id = yield* waitFor(({ follows }: WithFollows) => follows.items.find(({ id }) => !tasks.has(id))?.id);
    const { driveFollow } = yield* call(loadDriveFollow);
    const files = memory.files.get(id) ?? createFollowedFiles();
    tasks.set(id, yield* fork(keepRunning, driveFollow, id, files, decisionsOf(memory, id)));
  }
}

/** Shows what the driver stores. The driver notices an idle folder, but the user may want to be notified by this tab. */
function* mirrorFollows(): SagaOf<void> {
  const before = yield* select(({ follows }: WithFollows) => follows.items);
  yield* restoreFollows();
  const after = yield* select(({ follows }: WithFollows) => follows.items);
  const wereActive = new Set(before.filter((follow) => !isIdle(follow)).map(({ id }) => id));
  for (const follow of after) {
    if (isIdle(follow) && wereActive.has(follow.id)) yield* put(idleNoticed({ id: follow.id }));
  }
}
