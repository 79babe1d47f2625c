import type { Follow } from '../../domain/follow/follow';
import { followRecord, parseFollows, type StoredFollow } from '../../domain/follow/followRecords';
import { arm, call, put, race, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor, waitForSignal } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { writeUntilHidden } from '../persistInBatches';
import { postToTabs } from '../postToTabs';
import type { FilesOfFollows } from './followCommands';
import type { FollowMessage } from './followMessages';
import { followsRestored, type WithFollows } from './followsSlice';

/**
 * Each file changes the counts of a follow, so they are stored at most once a second. Its files have records of their
 * own, which are stored immediately.
 */
const WRITE_MS = 1_000;

/** Shows the stored follows. An unreadable database is empty. */
export function* restoreFollows(files?: FilesOfFollows): SagaOf<void> {
  const stored = yield* readFollows();
  for (const one of stored) files?.set(one.follow.id, one.files);
  const items = stored.map(({ follow }) => follow);
  if (items.length > 0 || (yield* select(selectItems)).length > 0) yield* put(followsRestored({ items }));
}

/** Reads the stored follows. */
export function* readFollows(): SagaOf<readonly StoredFollow[]> {
  const { records } = yield* getPorts();
  const follows = yield* call((yield* call(records, 'follows')).readAll);
  if (follows === undefined || follows.size === 0) return [];
  const files = yield* call((yield* call(records, 'follow-files')).readAll);
  // Without the files, all of them would be uploaded again.
  return files === undefined ? [] : parseFollows(follows, files);
}

/**
 * Stores the changes of the list, and reports them to the other tabs. Stores immediately when the page is hidden, even
 * during a write, because it may be closing.
 */
export function* persistFollows(): SagaOf<void> {
  const ports = yield* getPorts();
  let isWarned = false;
  function* store(before: readonly Follow[], after: readonly Follow[]): SagaOf<void> {
    const isWritten = yield* writeFollows(before, after);
    yield* call(postToTabs, ports, { kind: 'followsStored' } satisfies FollowMessage);
    if (isWritten || isWarned) return;
    isWarned = true;
    yield* call(
      ports.toast,
      'This browser can’t store which folders are followed (its storage is full or blocked). Keep this tab open.',
      'warning',
    );
  }
  let written: readonly Follow[] = yield* select(selectItems);
  for (;;) {
    const before = written;
    const items = yield* waitFor((state: WithFollows) => selectItems(state) !== before && selectItems(state));
    const isClosing = yield* writeUntilHidden(store, before, items);
    written = items;
    if (isClosing) continue;
    yield* race({
      later: arm.delay(WRITE_MS),
      decided: arm.call(waitForDecision, written),
      hidden: arm.call(waitForSignal, ports.page.onHide),
    });
  }
}

/** Waits until a follow starts, stops or is removed: not even a crash right afterwards must undo that. */
function* waitForDecision(written: readonly Follow[]): SagaOf<void> {
  const before = decisionsIn(written);
  yield* waitFor((state: WithFollows) => decisionsIn(selectItems(state)) !== before);
}

function decisionsIn(items: readonly Follow[]): string {
  return items.map(({ id, phase, idleAfterMs }) => `${id} ${phase} ${idleAfterMs}`).join();
}

function selectItems({ follows }: WithFollows): readonly Follow[] {
  return follows.items;
}

function* writeFollows(before: readonly Follow[], after: readonly Follow[]): SagaOf<boolean> {
  const { records } = yield* getPorts();
  const store = yield* call(records, 'follows');
  const listed = new Set(after.map(({ id }) => id));
  const gone = before.map(({ id }) => id).filter((id) => !listed.has(id));
  return yield* call(
    store.put,
    after.filter((follow) => !before.includes(follow)).map((follow) => [follow.id, followRecord(follow)] as const),
    gone,
  );
}
