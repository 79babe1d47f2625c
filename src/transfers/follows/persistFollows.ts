import type { Follow } from '@data-manager/domain/follow/follow';
import type { FollowedFiles, HandledFile } from '@data-manager/domain/follow/followedFiles';
import {
  followedFileKey,
  followRecord,
  parseFollows,
  type StoredFollow,
} from '@data-manager/domain/follow/followRecords';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getRecords, readRecords } from '../../platform/getRecords';
import { GRANTED_KEY, writeItems } from '../machine/itemRecords';
import type { Persistence } from '../machine/persistMachine';
import { followsRestored, selectFollows } from './followsSlice';

/** Shows the stored follows. An unreadable database is empty. Returns the stored ids of granted commands. */
export function* restoreFollows(files?: Map<string, FollowedFiles>): SagaOf<unknown> {
  const { follows, granted } = yield* readFollows();
  for (const one of follows) files?.set(one.follow.id, one.files);
  const items = follows.map(({ follow }) => follow);
  if (items.length > 0 || (yield* select(selectFollows)).length > 0) yield* put(followsRestored({ items }));
  return granted;
}

/** Reads the stored follows, and the ids of the granted commands. */
export function* readFollows(): SagaOf<{ readonly follows: readonly StoredFollow[]; readonly granted: unknown }> {
  const follows = yield* readRecords('follows');
  const granted = follows?.get(GRANTED_KEY);
  if (follows === undefined || follows.size === 0) return { follows: [], granted };
  const files = yield* readRecords('follow-files');
  // Without the files, all of them would be uploaded again.
  return { follows: files === undefined ? [] : parseFollows(follows, files), granted };
}

/** Whether each follow is started, stopped or removed, and when its user is notified. */
function decisionsIn(items: readonly Follow[]): string {
  return items.map(({ id, phase, idleAfterMs }) => `${id} ${phase} ${idleAfterMs}`).join();
}

/**
 * Each file changes the counts of a follow, so they are stored at most once a second. Its files have records of their
 * own, which are stored immediately.
 */
export const FOLLOW_PERSISTENCE: Persistence<readonly Follow[]> = {
  select: selectFollows,
  isChanged: (written, items) => written !== items,
  write: (before, after, granted) => writeItems('follows', [before, after], followRecord, granted),
  warning: 'This browser can’t store which folders are followed (its storage is full or blocked). Keep this tab open.',
  batch: { withinMs: 1_000, isUrgent: (written, items) => decisionsIn(written) !== decisionsIn(items) },
};

/** Writes the records of files before anything depends on them. */
export function* writeRecords(id: string, files: readonly HandledFile[]): SagaOf<void> {
  const store = yield* getRecords('follow-files');
  yield* call(
    store.put,
    files.map((file) => [followedFileKey(id, file.path), file] as const),
  );
}

/** Removes the records of files. */
export function* removeRecords(id: string, paths: readonly string[]): SagaOf<void> {
  const store = yield* getRecords('follow-files');
  yield* call(
    store.remove,
    paths.map((path) => followedFileKey(id, path)),
  );
}
