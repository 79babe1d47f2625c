import { buffers, channel, type Channel, type Task } from 'redux-saga';
import * as v from 'valibot';
import { isFollowActive, isIdle, newFollow, SetAsideFix, type Follow } from '@data-manager/domain/follow/follow';
import { createFollowedFiles, type FollowedFiles } from '@data-manager/domain/follow/followedFiles';
import { followedFileKey, type FollowWithFiles } from '@data-manager/domain/follow/followRecords';
import { imagesOfKeys } from '@data-manager/domain/follow/images';
import { nameInText } from '@data-manager/domain/names/shownName';
import { Text } from '@data-manager/domain/storedValues';
import { arm, call, fork, put, putTo, race, select, takeFrom, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { lazyPort } from '../../platform/lazyPort';
import { getRecords } from '../../platform/records/getRecords';
import { selectSessionOwner } from '../../session/sessionSlice';
import { workOn } from '../machine/crashes';
import { Plans } from '../machine/plans';
import { shareMachine } from '../machine/shareMachine';
import { ById } from '../machine/tabMessages';
import type { Decision } from './driveFollow';
import {
  followEnded,
  followRemoved,
  followRequested,
  followStarted,
  idleNoticed,
  idleTimeRequested,
  idleTimeSet,
  removeRequested,
  resumeRequested,
  selectFollow,
  selectFollows,
  selectOwnFollow,
  selectOwnFollows,
  setAsideFixRequested,
  stoppingStarted,
  stopRequested,
  type FollowRequest,
  type WithFollows,
} from './followsSlice';
import { FOLLOW_PERSISTENCE, readFollows, removeRecords, restoreFollows, writePlan } from './persistFollows';

/** Every command of the follows. */
const FOLLOW_COMMANDS = [
  followRequested,
  stopRequested,
  idleTimeRequested,
  removeRequested,
  resumeRequested,
  setAsideFixRequested,
] as const;

const Time = v.pipe(v.number(), v.minValue(0));

/** A command that can be posted. A request names the record of the follow. */
const FollowCommand = v.variant('type', [
  v.object({
    type: v.picklist([followRequested.type, stopRequested.type, removeRequested.type, resumeRequested.type]),
    payload: ById,
  }),
  v.object({ type: v.literal(idleTimeRequested.type), payload: v.object({ id: Text, idleAfterMs: Time }) }),
  v.object({
    type: v.literal(setAsideFixRequested.type),
    payload: v.object({ id: Text, path: Text, fix: SetAsideFix }),
  }),
]);

type FollowCommand = v.InferOutput<typeof FollowCommand>;

/** What a tab knows of the follows besides their state. */
interface FollowsMemory {
  /** The follows of this tab's user that are not in the list yet. */
  readonly plans: Plans<FollowRequest, FollowWithFiles>;
  /** The files of each follow in the list, if this tab scans the folders. */
  readonly files: Map<string, FollowedFiles>;
  /** Decisions for the sagas that scan the folders, by the id of the follow. */
  readonly decisions: Map<string, Channel<Decision>>;
}

/**
 * Shares the followed folders among the tabs of a browser profile. One tab scans them and uploads their files, since two
 * would upload each file twice.
 */
export function* shareFollows(): SagaOf<void> {
  const plans = new Plans({ plan, idOf: ({ follow }) => follow.id, store: writePlan, read: readPlan });
  const memory: FollowsMemory = { plans, files: new Map(), decisions: new Map() };
  yield* shareMachine({
    name: 'follows',
    owner: 'lock',
    title: 'followed folders',
    setAside: (id, at) => put(followEnded({ id, how: 'crashed', at })),
    commands: FOLLOW_COMMANDS,
    schema: FollowCommand,
    *prepare(command) {
      return followRequested.match(command) ? yield* plans.prepare(command) : command;
    },
    handOver: ({ payload: { id } }) => plans.handOver(id),
    execute: (command) => executeCommand(memory, command),
    restore: (isDriver) => (isDriver ? restoreFollows(memory) : mirrorFollows()),
    persistence: FOLLOW_PERSISTENCE,
    drive: [
      function* startPlanned() {
        for (const id of plans.ids()) yield* start(memory, id);
      },
      () => driveFollows(memory),
    ],
  });
}

/** Most visits follow no folder. */
const loadDriveFollow = lazyPort(() => import('./driveFollow'));

/** Scans all followed folders. */
function* driveFollows(memory: FollowsMemory): SagaOf<void> {
  const tasks = new Map<string, Task>();
  for (;;) {
    const id = yield* waitFor(
      ({ follows }: WithFollows) =>
        follows.items.find((follow) => !tasks.has(follow.id) && !('how' in follow && follow.how === 'crashed'))?.id,
    );
    const { driveFollow } = yield* call(loadDriveFollow);
    const files = memory.files.get(id) ?? createFollowedFiles();
    tasks.set(id, yield* fork(workOn, driveFollow, id, files, decisionsOf(memory, id)));
  }
}

/** Shows what the driver stores. The driver notices an idle folder, but the user may want to be notified by this tab. */
function* mirrorFollows(): SagaOf<void> {
  const before = yield* select(selectFollows);
  yield* restoreFollows();
  const after = yield* select(selectFollows);
  const wereActive = new Set(before.filter((follow) => !isIdle(follow)).map(({ id }) => id));
  for (const follow of after) {
    if (isIdle(follow) && wereActive.has(follow.id)) yield* put(idleNoticed({ id: follow.id }));
  }
}

function* readPlan(id: string): SagaOf<FollowWithFiles | undefined> {
  return (yield* readFollows()).planned.find(({ follow }) => follow.id === id);
}

function* plan({ onServer, ...request }: FollowRequest): SagaOf<FollowWithFiles | undefined> {
  const { random, clock, toast, folders } = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) {
    yield* call(folders.release, request.folderId);
    return undefined;
  }
  const other = (yield* select(selectOwnFollows)).find(
    (follow) => isFollowActive(follow) && follow.keyPrefix === request.keyPrefix,
  );
  if (other !== undefined) {
    yield* call(
      toast,
      `${nameInText(other.folderName)} is already followed into ${nameInText(other.title)}. Stop following it first.`,
      'warning',
    );
    yield* call(folders.release, request.folderId);
    return undefined;
  }
  const id = yield* call(random.uuid);
  const startedAt = yield* call(clock.now);
  const files = createFollowedFiles([], onServer);
  const store = yield* getRecords('follow-files');
  yield* call(store.put, [[followedFileKey(id), { onServer }] as const]);
  return {
    follow: newFollow({ id, ...request, images: imagesOfKeys(onServer, request.names), startedAt }, owner),
    files,
  };
}

/** Turns a command into the event that changes the list, or passes it to the saga that scans the folder. */
function* executeCommand(memory: FollowsMemory, command: FollowCommand): SagaOf<(() => SagaOf<void>) | undefined> {
  const { type, payload } = command;
  const { id } = payload;
  if (type === followRequested.type) yield* start(memory, id);
  const follow = yield* select(selectOwnFollow, id);
  if (follow === undefined) return undefined;
  if (type === stopRequested.type) yield* put(stoppingStarted({ id }));
  else if (type === removeRequested.type) yield* remove(memory, follow);
  else if (idleTimeRequested.match(command)) yield* put(idleTimeSet(command.payload));
  else if (setAsideFixRequested.match(command) || resumeRequested.match(command)) {
    return yield* decide(memory, command);
  }
  return undefined;
}

/** Starts a planned follow. */
function* start({ plans, files }: FollowsMemory, id: string): SagaOf<void> {
  const planned = yield* plans.take(id);
  if (planned === undefined || files.has(id)) return;
  files.set(id, planned.files);
  yield* put(followStarted({ follow: planned.follow }));
}

/** Returns the channel through which a follow gets the user's decisions. */
function decisionsOf({ decisions }: FollowsMemory, id: string): Channel<Decision> {
  const known = decisions.get(id) ?? channel<Decision>(buffers.expanding());
  decisions.set(id, known);
  return known;
}

/** Passes a decision on. Returns a saga that waits until it is carried out. */
function* decide(memory: FollowsMemory, command: Decision['command']): SagaOf<() => SagaOf<void>> {
  const { id } = command.payload;
  const handled = channel<object>(buffers.expanding());
  yield* putTo(decisionsOf(memory, id), { command, handled });
  return function* waitUntilHandled() {
    yield* race({
      handled: arm.call(takeFrom<object>, handled),
      removed: arm.call(waitFor<boolean>, (state: WithFollows) => selectFollow(state, id) === undefined),
    });
  };
}

function* remove({ files, decisions }: FollowsMemory, { id, folderId }: Follow): SagaOf<void> {
  const { folders } = yield* getPorts();
  yield* put(followRemoved({ id }));
  yield* call(folders.release, folderId);
  const paths = (files.get(id)?.all() ?? []).map(({ path }) => path);
  files.delete(id);
  decisions.delete(id);
  yield* removeRecords(id, ['', ...paths]);
}
