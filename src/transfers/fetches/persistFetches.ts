import { parseFetches, planRecord, progressRecord } from '../../domain/fetches/fetchRecords';
import type { FolderFetch } from '../../domain/fetches/folderFetch';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { fetchesRestored, type WithFetches } from './fetchesSlice';
import { postFetchMessage } from './fetchMessages';

/** Shows the stored fetches. An unreadable database is empty. */
export function* restoreFetches(): SagaOf<void> {
  const items = yield* readFetches();
  if (items.length > 0 || (yield* select(selectItems)).length > 0) yield* put(fetchesRestored({ items }));
}

/** Reads the stored fetches. */
export function* readFetches(): SagaOf<readonly FolderFetch[]> {
  const { records } = yield* getPorts();
  const plans = yield* call((yield* call(records, 'folder-fetches')).readAll);
  const progress = yield* call((yield* call(records, 'folder-fetch-progress')).readAll);
  return plans === undefined ? [] : parseFetches(plans, progress ?? new Map());
}

/** Stores every change of the list before the next one, and reports it to the other tabs. */
export function* persistFetches(): SagaOf<void> {
  const ports = yield* getPorts();
  let isWarned = false;
  let written = yield* select(selectItems);
  for (;;) {
    const items = yield* waitFor(
      (state: WithFetches) => isWorthWriting(written, selectItems(state)) && selectItems(state),
    );
    const isWritten = yield* writeFetches(written, items);
    written = items;
    yield* call(postFetchMessage, ports, { kind: 'fetchesStored' });
    if (!isWritten && !isWarned) {
      isWarned = true;
      yield* call(
        ports.toast,
        'This browser can’t store the list of downloads into folders (its storage is full or blocked). Keep this tab open until they are done.',
        'warning',
      );
    }
  }
}

function selectItems({ fetches }: WithFetches): readonly FolderFetch[] {
  return fetches.items;
}

/** The bytes of the file in progress are not stored. */
function isWorthWriting(written: readonly FolderFetch[], items: readonly FolderFetch[]): boolean {
  return (
    written !== items &&
    (written.length !== items.length || items.some((fetch, index) => isProgressChanged(written[index], fetch)))
  );
}

function isProgressChanged(before: FolderFetch | undefined, after: FolderFetch): boolean {
  if (before === after) return false;
  return (
    before?.id !== after.id ||
    before.phase !== after.phase ||
    before.next !== after.next ||
    before.revision !== after.revision
  );
}

function* writeFetches(before: readonly FolderFetch[], after: readonly FolderFetch[]): SagaOf<boolean> {
  const { records } = yield* getPorts();
  const plans = yield* call(records, 'folder-fetches');
  const progress = yield* call(records, 'folder-fetch-progress');
  const old = new Map(before.map((fetch) => [fetch.id, fetch]));
  const listed = new Set(after.map(({ id }) => id));
  const newPlans = after.filter(({ id, revision }) => old.get(id)?.revision !== revision);
  const changed = after.filter((fetch) => isProgressChanged(old.get(fetch.id), fetch));
  const gone = [...old.keys()].filter((id) => !listed.has(id));
  let isWritten = true;
  if (newPlans.length > 0) {
    isWritten = yield* call(
      plans.put,
      newPlans.map((fetch) => [fetch.id, planRecord(fetch)] as const),
    );
  }
  if (changed.length > 0) {
    isWritten &&= yield* call(
      progress.put,
      changed.map((fetch) => [fetch.id, progressRecord(fetch)] as const),
    );
  }
  if (gone.length > 0) {
    yield* call(plans.remove, gone);
    yield* call(progress.remove, gone);
  }
  return isWritten;
}
