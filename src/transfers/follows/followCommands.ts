import { buffers, channel, type Channel } from 'redux-saga';
import * as v from 'valibot';
import { isFollowActive, newFollow } from '@data-manager/domain/follow/follow';
import { createFollowedFiles, type FollowedFiles } from '@data-manager/domain/follow/followedFiles';
import { followedFileKey, followRecord, type StoredFollow } from '@data-manager/domain/follow/followRecords';
import { imagesOfKeys } from '@data-manager/domain/follow/images';
import { shownName } from '@data-manager/domain/names/shownName';
import { belongsTo } from '@data-manager/domain/session/session';
import {
  arm,
  call,
  put,
  putTo,
  race,
  select,
  takeFrom,
  type ActionOf,
  type SagaOf,
} from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { getRecords } from '../../platform/getRecords';
import { selectSessionOwner } from '../../session/sessionSlice';
import { ById, Text } from '../machine/machineMessages';
import type { Decision } from './driveFollow';
import { removeRecords } from './fileRecords';
import {
  followRemoved,
  followRequested,
  followStarted,
  idleTimeRequested,
  idleTimeSet,
  removeRequested,
  resumeRequested,
  selectFollow,
  selectOwnFollows,
  setAsideFixRequested,
  stoppingStarted,
  stopRequested,
  type FollowRequest,
  type WithFollows,
} from './followsSlice';
import { readFollows } from './persistFollows';

/** Every command of the follows. */
export const FOLLOW_COMMANDS = [
  followRequested,
  stopRequested,
  idleTimeRequested,
  removeRequested,
  resumeRequested,
  setAsideFixRequested,
] as const;

type IssuedCommand = ActionOf<(typeof FOLLOW_COMMANDS)[number]>;

const Fix = v.variant('kind', [
  v.object({ kind: v.literal('rename'), newName: Text }),
  v.object({ kind: v.picklist(['upload', 'skip']) }),
]);

const Time = v.pipe(v.number(), v.minValue(0));

/** A command that can be posted. A request names the record of the follow. */
export const FollowCommand = v.variant('type', [
  v.object({
    type: v.picklist([followRequested.type, stopRequested.type, removeRequested.type, resumeRequested.type]),
    payload: ById,
  }),
  v.object({ type: v.literal(idleTimeRequested.type), payload: v.object({ id: Text, idleAfterMs: Time }) }),
  v.object({ type: v.literal(setAsideFixRequested.type), payload: v.object({ id: Text, path: Text, fix: Fix }) }),
]);

type FollowCommand = v.InferOutput<typeof FollowCommand>;

/** What a tab knows of the follows besides their state. */
export interface FollowsMemory {
  /** The follows of this tab's user that are not in the list yet, by id. */
  readonly planned: Map<string, StoredFollow>;
  /** The files of each follow in the list, if this tab scans the folders. */
  readonly files: Map<string, FollowedFiles>;
  /** Decisions for the sagas that scan the folders, by the id of the follow. */
  readonly decisions: Map<string, Channel<Decision>>;
}

/** Returns the channel through which a follow gets the user's decisions. */
export function decisionsOf({ decisions }: FollowsMemory, id: string): Channel<Decision> {
  const known = decisions.get(id) ?? channel<Decision>(buffers.expanding());
  decisions.set(id, known);
  return known;
}

/** Plans a request. */
export function* prepareCommand(memory: FollowsMemory, command: IssuedCommand): SagaOf<FollowCommand | undefined> {
  if (!followRequested.match(command)) return command;
  const planned = yield* plan(command.payload);
  if (planned === undefined) return undefined;
  const { id } = planned.follow;
  memory.planned.set(id, planned);
  return { type: command.type, payload: { id } };
}

function* plan({ onServer, ...request }: FollowRequest): SagaOf<StoredFollow | undefined> {
  const { random, clock, toast, folders } = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return undefined;
  const other = (yield* select(selectOwnFollows)).find(
    (follow) => isFollowActive(follow) && follow.keyPrefix === request.keyPrefix,
  );
  if (other !== undefined) {
    yield* call(
      toast,
      `${shownName(other.folderName)} is already followed into ${shownName(other.title)}. Stop following it first.`,
      'warning',
    );
    yield* call(folders.release, request.folderId);
    return undefined;
  }
  const id = yield* call(random.uuid);
  const startedAt = yield* call(clock.now);
  const files = createFollowedFiles([], onServer, request.dataset);
  const store = yield* getRecords('follow-files');
  yield* call(store.put, [[followedFileKey(id), { onServer }] as const]);
  return { follow: newFollow({ id, ...request, images: imagesOfKeys(onServer), startedAt }, owner), files };
}

/** Stores a planned follow, where the driver finds it. */
export function* storePlan({ planned }: FollowsMemory, { payload: { id } }: FollowCommand): SagaOf<void> {
  const follow = planned.get(id)?.follow;
  if (follow === undefined) return;
  const store = yield* getRecords('follows');
  yield* call(store.put, [[id, followRecord(follow)] as const]);
  planned.delete(id);
}

/** Turns a command into the event that changes the list, or passes it to the saga that scans the folder. */
export function* executeCommand(
  memory: FollowsMemory,
  command: FollowCommand,
): SagaOf<(() => SagaOf<void>) | undefined> {
  const { type, payload } = command;
  const { id } = payload;
  if (type === followRequested.type) yield* start(memory, id);
  if (!(yield* isOwn(id))) return undefined;
  if (type === stopRequested.type) yield* put(stoppingStarted({ id }));
  else if (type === removeRequested.type) yield* remove(memory, id);
  else if (idleTimeRequested.match(command)) yield* put(idleTimeSet(command.payload));
  else if (setAsideFixRequested.match(command) || resumeRequested.match(command)) {
    return yield* decide(memory, command);
  }
  return undefined;
}

/** Starts a planned follow. A plan that is gone belonged to a follow that was removed: the command was repeated. */
function* start({ planned, files }: FollowsMemory, id: string): SagaOf<void> {
  const started = planned.get(id) ?? (yield* readFollows()).follows.find(({ follow }) => follow.id === id);
  planned.delete(id);
  if (started === undefined || files.has(id)) return;
  files.set(id, started.files);
  yield* put(followStarted({ follow: started.follow }));
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

function* isOwn(id: string): SagaOf<boolean> {
  const follow = yield* select(selectFollow, id);
  return follow !== undefined && belongsTo(follow, yield* select(selectSessionOwner));
}

function* remove({ files, decisions }: FollowsMemory, id: string): SagaOf<void> {
  const follow = yield* select(selectFollow, id);
  if (follow === undefined) return;
  const { folders } = yield* getPorts();
  yield* put(followRemoved({ id }));
  yield* call(folders.release, follow.folderId);
  const paths =
    files
      .get(id)
      ?.all()
      .map(({ path }) => path) ?? [];
  files.delete(id);
  decisions.delete(id);
  yield* removeRecords(id, ['', ...paths]);
}
