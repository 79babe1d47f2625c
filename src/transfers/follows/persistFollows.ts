import * as v from 'valibot';
import type { Follow } from '@data-manager/domain/follow/follow';
import type { FollowedFiles, HandledFile } from '@data-manager/domain/follow/followedFiles';
import {
  followedFileKey,
  followRecord,
  parseFollows,
  type FollowWithFiles,
} from '@data-manager/domain/follow/followRecords';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getRecords, readRecords } from '../../platform/records/getRecords';
import { differBy, GRANTED_KEY, writeItems } from '../machine/itemRecords';
import type { Persistence } from '../machine/persistMachine';
import { followsRestored, selectFollows } from './followsSlice';

/** What a tab that scans the folders keeps of the stored follows. */
interface DrivenFollows {
  /** Gets the follows that no driver has started. */
  readonly plans: { readonly add: (planned: FollowWithFiles) => void };
  readonly files: Map<string, FollowedFiles>;
}

/** Shows the stored follows. An unreadable database is empty. Returns the stored ids of granted commands. */
export function* restoreFollows(driven?: DrivenFollows): SagaOf<unknown> {
  const { follows, planned, granted } = yield* readFollows();
  for (const one of follows) driven?.files.set(one.follow.id, one.files);
  for (const one of planned) driven?.plans.add(one);
  const items = follows.map(({ follow }) => follow);
  if (items.length > 0 || (yield* select(selectFollows)).length > 0) yield* put(followsRestored({ items }));
  return granted;
}

/** Reads the stored follows, the planned follows, and the ids of the granted commands. */
export function* readFollows(): SagaOf<{
  readonly follows: readonly FollowWithFiles[];
  readonly planned: readonly FollowWithFiles[];
  readonly granted: unknown;
}> {
  const records = yield* readRecords('follows');
  const granted = records?.get(GRANTED_KEY);
  if (records === undefined || records.size === 0) return { follows: [], planned: [], granted };
  const files = yield* readRecords('follow-files');
  // Without the files, all of them would be uploaded again.
  const stored = files === undefined ? [] : parseFollows(records, files);
  const isPlanned = ({ follow: { id } }: FollowWithFiles) => v.is(Planned, records.get(id));
  return { follows: stored.filter((one) => !isPlanned(one)), planned: stored.filter(isPlanned), granted };
}

/** A follow that a tab has stored for the driver, which stores it without this mark when it starts it. */
const Planned = v.object({ isPlanned: v.literal(true) });

/** Stores a follow for the driver. */
export function* writePlan({ follow }: FollowWithFiles): SagaOf<void> {
  const store = yield* getRecords('follows');
  const record = { ...followRecord(follow), isPlanned: true } satisfies v.InferOutput<typeof Planned>;
  yield* call(store.put, [[follow.id, record] as const]);
}

/**
 * Each file changes the counts of a follow, so they are stored at most once a second. The user's decisions are stored
 * immediately. So are the files, which have records of their own.
 */
export const FOLLOW_PERSISTENCE: Persistence<readonly Follow[]> = {
  select: selectFollows,
  isChanged: (written, items) => written !== items,
  write: (before, after, granted) => writeItems('follows', [before, after], followRecord, granted),
  warning: 'This browser can’t store which folders are followed (its storage is full or blocked). Keep this tab open.',
  batch: {
    withinMs: 1_000,
    isUrgent: differBy(({ id, phase, idleAfterMs }) => `${id} ${phase} ${idleAfterMs}`),
  },
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
