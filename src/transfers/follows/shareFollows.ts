import type { Task } from 'redux-saga';
import { isIdle } from '../../domain/follow/follow';
import { createFollowedFiles } from '../../domain/follow/followedFiles';
import { followRecord } from '../../domain/follow/followRecords';
import { belongsTo } from '../../domain/session/session';
import {
  actionChannel,
  all,
  arm,
  call,
  fork,
  put,
  select,
  takeFrom,
  takeWaiting,
  type ActionOf,
  type SagaOf,
} from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { keepRunning } from '../../platform/supervise';
import { selectSessionOwner } from '../../session/sessionSlice';
import { postToTabs } from '../postToTabs';
import { driveInOneTab, forwardCommands, receiveMessages, type TabCommands } from '../shareAmongTabs';
import { driveFollow } from './driveFollow';
import { executeCommand, LIST_COMMANDS, type FilesOfFollows } from './followCommands';
import { FollowMessage, parseFollowCommand } from './followMessages';
import {
  followRequested,
  followResumeRequested,
  followStarted,
  idleNoticed,
  setAsideFixRequested,
  type WithFollows,
} from './followsSlice';
import { persistFollows, readFollows, restoreFollows } from './persistFollows';

/** The Web Lock that the driver holds. */
const DRIVER_LOCK = 'data-manager-follows';

const FOLLOW_COMMANDS = [...LIST_COMMANDS, followResumeRequested, setAsideFixRequested] as const;

type FollowCommand = ActionOf<(typeof FOLLOW_COMMANDS)[number]>;
type Commands = TabCommands<FollowCommand>;

/**
 * Shares the followed folders among the tabs of a browser profile. The tab that holds the lock scans them and uploads
 * their files, since two tabs would upload each file twice. The others show what it stores and send it their commands.
 */
export function* shareFollows(): SagaOf<void> {
  const commands: Commands = { channel: yield* actionChannel(...FOLLOW_COMMANDS), forwarding: undefined };
  yield* driveInOneTab(DRIVER_LOCK, runAsFollower, runAsDriver, commands);
}

function* runAsDriver(commands: Commands): SagaOf<void> {
  const files: FilesOfFollows = new Map();
  yield* restoreFollows(files);
  for (const saga of [persistFollows, serveFollowers]) yield* fork(keepRunning, saga, files);
  // Those that were stored while the list was read.
  yield* addStored(files);
  yield* fork(keepRunning, driveFollows, files);
  yield* fork(keepRunning, watchCommands, files, commands);
}

function* watchCommands(files: FilesOfFollows, commands: Commands): SagaOf<void> {
  const { channel, forwarding } = commands;
  commands.forwarding = undefined;
  const isLost = forwarding !== undefined && !(yield* select(selectIsFollowed, forwarding));
  // The folders were not being scanned when these commands came.
  for (const command of [...(isLost ? [forwarding] : []), ...(yield* takeWaiting(channel))]) {
    if (isListCommand(command)) yield* executeCommand(files, command);
    else yield* put(command);
  }
  for (;;) yield* executeCommand(files, yield* takeFrom(channel));
}

function isListCommand(command: FollowCommand): boolean {
  return LIST_COMMANDS.some(({ match }) => match(command));
}

/** Returns true if a request is in the list already. Each request has a folder of its own. */
function selectIsFollowed({ follows }: WithFollows, command: FollowCommand): boolean {
  return followRequested.match(command) && follows.items.some(({ folderId }) => folderId === command.payload.folderId);
}

/** Scans all followed folders. */
function* driveFollows(files: FilesOfFollows): SagaOf<void> {
  const tasks = new Map<string, Task>();
  for (;;) {
    const id = yield* waitFor(({ follows }: WithFollows) => follows.items.find(({ id }) => !tasks.has(id))?.id);
    tasks.set(id, yield* fork(keepRunning, driveFollow, id, files.get(id) ?? createFollowedFiles()));
  }
}

function* serveFollowers(files: FilesOfFollows): SagaOf<void> {
  yield* receiveMessages(FollowMessage, function* (message) {
    if (message.kind === 'followsAdded') yield* addStored(files, message.ids);
    else if (message.kind === 'followCommand' && belongsTo(message, yield* select(selectSessionOwner))) {
      yield* put(message.command);
    }
  });
}

/** Adds follows that another tab has stored: all, or those with the ids. Others may have been removed by now. */
function* addStored(files: FilesOfFollows, ids?: readonly string[]): SagaOf<void> {
  for (const { follow, files: stored } of yield* readFollows()) {
    if (ids?.includes(follow.id) === false || files.has(follow.id)) continue;
    files.set(follow.id, stored);
    yield* put(followStarted({ follow }));
  }
}

function* runAsFollower(commands: Commands): SagaOf<void> {
  yield* all([arm.call(mirrorFollows), arm.call(restoreAndForward, commands)]);
}

function* mirrorFollows(): SagaOf<void> {
  yield* receiveMessages(FollowMessage, function* (message) {
    if (message.kind !== 'followsStored') return;
    const before = yield* select(({ follows }: WithFollows) => follows.items);
    yield* restoreFollows();
    const after = yield* select(({ follows }: WithFollows) => follows.items);
    // The driver has noticed it, but the user may want to be notified by this tab.
    const wereActive = new Set(before.filter((follow) => !isIdle(follow)).map(({ id }) => id));
    for (const follow of after) {
      if (isIdle(follow) && wereActive.has(follow.id)) yield* put(idleNoticed({ id: follow.id }));
    }
  });
}

function* restoreAndForward(commands: Commands): SagaOf<void> {
  yield* restoreFollows();
  yield* forwardCommands(commands, forward);
}

/** A new follow is stored, where the driver finds it. Other commands are sent. */
function* forward(action: FollowCommand): SagaOf<void> {
  const ports = yield* getPorts();
  if (followRequested.match(action)) {
    const before = yield* select(({ follows }: WithFollows) => follows.items);
    yield* executeCommand(new Map(), action);
    const after = yield* select(({ follows }: WithFollows) => follows.items);
    const store = yield* call(ports.records, 'follows');
    const added = after.filter((follow) => !before.includes(follow));
    yield* call(
      store.put,
      added.map((follow) => [follow.id, followRecord(follow)] as const),
    );
    yield* call(postToTabs, ports, { kind: 'followsAdded', ids: added.map(({ id }) => id) } satisfies FollowMessage);
    return;
  }
  const owner = yield* select(selectSessionOwner);
  const command = parseFollowCommand(action);
  if (owner === undefined || command === undefined) return;
  const { sponsorId, userId } = owner;
  yield* call(postToTabs, ports, { kind: 'followCommand', sponsorId, userId, command } satisfies FollowMessage);
}
