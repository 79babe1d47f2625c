import type { UnknownAction } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { createFollowedFiles } from '../../domain/follow/followedFiles';
import { followRecord } from '../../domain/follow/followRecords';
import { belongsTo } from '../../domain/session/session';
import { all, arm, call, fork, put, select, takeAny, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { supervise } from '../../platform/supervise';
import { selectSessionOwner } from '../../session/sessionSlice';
import { driveInOneTab, receiveMessages } from '../shareAmongTabs';
import { driveFollow } from './driveFollow';
import { executeCommand, LIST_COMMANDS, type FilesOfFollows } from './followCommands';
import { FollowMessage, parseFollowCommand, postFollowMessage } from './followMessages';
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

/**
 * Shares the followed folders among the tabs of a browser profile. The tab that holds the lock looks at them and uploads
 * their files, since two tabs would upload each file twice. The others show what it stores and send it their commands.
 */
export function* shareFollows(): SagaOf<void> {
  yield* driveInOneTab(DRIVER_LOCK, runAsFollower, runAsDriver);
}

function* runAsDriver(): SagaOf<void> {
  const files: FilesOfFollows = new Map();
  yield* restoreFollows(files);
  for (const saga of [persistFollows, watchCommands, serveFollowers, driveFollows]) yield* fork(supervise, saga, files);
}

function* watchCommands(files: FilesOfFollows): SagaOf<void> {
  for (;;) yield* executeCommand(files, yield* takeAny(...LIST_COMMANDS));
}

/** Looks at all followed folders. */
function* driveFollows(files: FilesOfFollows): SagaOf<void> {
  const tasks = new Map<string, Task>();
  for (;;) {
    const id = yield* waitFor(({ follows }: WithFollows) => follows.items.find(({ id }) => !tasks.has(id))?.id);
    tasks.set(id, yield* fork(supervise, driveFollow, id, files.get(id) ?? createFollowedFiles()));
  }
}

function* serveFollowers(files: FilesOfFollows): SagaOf<void> {
  yield* receiveMessages(FollowMessage, function* (message) {
    if (message.kind === 'followsStored') yield* addStored(files);
    else if (belongsTo(message, yield* select(selectSessionOwner))) yield* put(message.command);
  });
}

/** Adds the follows that another tab has stored. */
function* addStored(files: FilesOfFollows): SagaOf<void> {
  for (const { follow, files: stored } of yield* readFollows()) {
    if (files.has(follow.id)) continue;
    files.set(follow.id, stored);
    yield* put(followStarted({ follow }));
  }
}

function* runAsFollower(): SagaOf<void> {
  yield* restoreFollows();
  yield* all([arm.call(mirrorFollows), arm.call(forwardCommands)]);
}

function* mirrorFollows(): SagaOf<void> {
  yield* receiveMessages(FollowMessage, function* (message) {
    if (message.kind !== 'followsStored') return;
    const before = yield* select(({ follows }: WithFollows) => follows.items);
    yield* restoreFollows();
    const after = yield* select(({ follows }: WithFollows) => follows.items);
    // The driver has noticed it, but the user may want to be notified by this tab.
    const wereActive = new Set(before.filter(({ isIdle }) => !isIdle).map(({ id }) => id));
    for (const { id, isIdle } of after) if (isIdle && wereActive.has(id)) yield* put(idleNoticed({ id }));
  });
}

function* forwardCommands(): SagaOf<void> {
  for (;;) yield* forward(yield* takeAny(...FOLLOW_COMMANDS));
}

/** A new follow is stored, where the driver finds it. Other commands are sent. */
function* forward(action: UnknownAction): SagaOf<void> {
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
    yield* call(postFollowMessage, ports, { kind: 'followsStored' });
    return;
  }
  const owner = yield* select(selectSessionOwner);
  const command = parseFollowCommand(action);
  if (owner === undefined || command === undefined) return;
  const { sponsorId, userId } = owner;
  yield* call(postFollowMessage, ports, { kind: 'followCommand', sponsorId, userId, command });
}
