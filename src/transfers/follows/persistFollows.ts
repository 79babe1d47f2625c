import type { Follow } from '@data-manager/domain/follow/follow';
import type { FollowedFiles } from '@data-manager/domain/follow/followedFiles';
import { followRecord, parseFollows, type StoredFollow } from '@data-manager/domain/follow/followRecords';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getRecords, readRecords } from '../../platform/getRecords';
import { GRANTED_KEY, type Persistence } from '../machine/persistMachine';
import { followsRestored, type WithFollows } from './followsSlice';

/** Shows the stored follows. An unreadable database is empty. Returns the stored ids of granted commands. */
export function* restoreFollows(files?: Map<string, FollowedFiles>): SagaOf<unknown> {
  const { follows, granted } = yield* readFollows();
  for (const one of follows) files?.set(one.follow.id, one.files);
  const items = follows.map(({ follow }) => follow);
  if (items.length > 0 || (yield* select(selectItems)).length > 0) yield* put(followsRestored({ items }));
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

function selectItems({ follows }: WithFollows): readonly Follow[] {
  return follows.items;
}

function* writeFollows(
  before: readonly Follow[],
  after: readonly Follow[],
  granted: readonly string[],
): SagaOf<boolean> {
  const store = yield* getRecords('follows');
  const listed = new Set(after.map(({ id }) => id));
  const gone = before.map(({ id }) => id).filter((id) => !listed.has(id));
  const changed = after
    .filter((follow) => !before.includes(follow))
    .map((follow): [string, unknown] => [follow.id, followRecord(follow)]);
  if (granted.length > 0) changed.push([GRANTED_KEY, granted]);
  return yield* call(store.put, changed, gone);
}

/**
 * Each file changes the counts of a follow, so they are stored at most once a second. Its files have records of their
 * own, which are stored immediately.
 */
export const FOLLOW_PERSISTENCE: Persistence<readonly Follow[]> = {
  select: selectItems,
  isChanged: (written, items) => written !== items,
  write: writeFollows,
  warning: 'This browser can’t store which folders are followed (its storage is full or blocked). Keep this tab open.',
  batch: { withinMs: 1_000, isUrgent: (written, items) => decisionsIn(written) !== decisionsIn(items) },
};
