import type { UnknownAction } from '@reduxjs/toolkit';
import { newFollow } from '../../domain/follow/follow';
import { createFollowedFiles, type FollowedFiles } from '../../domain/follow/followedFiles';
import { followedFileKey } from '../../domain/follow/followRecords';
import { imagesOfKeys } from '../../domain/follow/images';
import { shownName } from '../../domain/names/shownName';
import { belongsTo } from '../../domain/session/session';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import {
  followDismissRequested,
  followRemoved,
  followRequested,
  followStarted,
  idleTimeRequested,
  idleTimeSet,
  selectFollow,
  selectOwnFollows,
  stopFollowingRequested,
  stoppingStarted,
  type FollowRequest,
} from './followsSlice';
import { removeRecords } from './scanFolder';

/** The files of each follow, by its id. */
export type FilesOfFollows = Map<string, FollowedFiles>;

/** The commands that change the list. The others are carried out where the folder is scanned. */
export const LIST_COMMANDS = [
  followRequested,
  stopFollowingRequested,
  idleTimeRequested,
  followDismissRequested,
] as const;

/** Turns a command into the event that changes the list. */
export function* executeCommand(files: FilesOfFollows, command: UnknownAction): SagaOf<void> {
  if (followRequested.match(command)) yield* start(files, command.payload);
  else if (stopFollowingRequested.match(command)) {
    if (yield* isOwn(command.payload.id)) yield* put(stoppingStarted(command.payload));
  } else if (idleTimeRequested.match(command)) {
    if (yield* isOwn(command.payload.id)) yield* put(idleTimeSet(command.payload));
  } else if (followDismissRequested.match(command)) yield* remove(files, command.payload.id);
}

function* start(files: FilesOfFollows, { onServer, ...plan }: FollowRequest): SagaOf<void> {
  const { random, clock, records, toast, folders } = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return;
  const other = (yield* select(selectOwnFollows)).find(
    ({ phase, keyPrefix }) => phase !== 'ended' && keyPrefix === plan.keyPrefix,
  );
  if (other !== undefined) {
    yield* call(
      toast,
      `${shownName(other.folderName)} is already followed into ${shownName(other.title)}. Stop following it first.`,
      'warning',
    );
    yield* call(folders.release, plan.folderId);
    return;
  }
  const id = yield* call(random.uuid);
  const startedAt = yield* call(clock.now);
  files.set(id, createFollowedFiles([], onServer, plan.dataset));
  const store = yield* call(records, 'follow-files');
  yield* call(store.put, [[followedFileKey(id), { onServer }] as const]);
  yield* put(followStarted({ follow: newFollow({ id, ...plan, images: imagesOfKeys(onServer), startedAt }, owner) }));
}

function* isOwn(id: string): SagaOf<boolean> {
  const follow = yield* select(selectFollow, id);
  return follow !== undefined && belongsTo(follow, yield* select(selectSessionOwner));
}

function* remove(files: FilesOfFollows, id: string): SagaOf<void> {
  const follow = yield* select(selectFollow, id);
  if (follow === undefined || !(yield* isOwn(id))) return;
  const { folders } = yield* getPorts();
  yield* put(followRemoved({ id }));
  yield* call(folders.release, follow.folderId);
  const paths =
    files
      .get(id)
      ?.all()
      .map(({ path }) => path) ?? [];
  files.delete(id);
  yield* removeRecords(id, ['', ...paths]);
}
