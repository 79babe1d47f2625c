import {
  chunkKeys,
  filesInPlan,
  parseFiles,
  parsePlans,
  planRecords,
  PLANS_END,
  progressRecord,
  withProgress,
  type StoredPlan,
} from '../../domain/fetches/fetchRecords';
import type { FetchFile, FolderFetch } from '../../domain/fetches/folderFetch';
import type { Chunks } from '../../lib/chunks';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { postToTabs } from '../postToTabs';
import { fetchesRestored, fetchQueued, selectFetch, type WithFetches } from './fetchesSlice';
import type { FetchMessage } from './fetchMessages';

/** Shows the stored fetches. An unreadable database is empty. */
export function* restoreFetches(): SagaOf<void> {
  const items = yield* readFetches(() => true);
  if (items.length > 0 || (yield* select(selectItems)).length > 0) yield* put(fetchesRestored({ items }));
}

/** Adds fetches that another tab has stored: all, or those with the ids. Others may have been removed by now. */
export function* addStored(ids?: readonly string[]): SagaOf<void> {
  const listed = (yield* select(selectItems)).map(({ id }) => id);
  const added = yield* readFetches((id) => ids?.includes(id) !== false && !listed.includes(id));
  for (const fetch of added) yield* put(fetchQueued({ fetch }));
}

function* readFetches(isWanted: (id: string) => boolean): SagaOf<readonly FolderFetch[]> {
  const { records } = yield* getPorts();
  const plans = yield* call((yield* call(records, 'folder-fetches')).readAll, PLANS_END);
  const progress = yield* call((yield* call(records, 'folder-fetch-progress')).readAll);
  const fetches: FolderFetch[] = [];
  for (const plan of parsePlans(plans ?? new Map())) {
    const files = isWanted(plan.id) ? yield* readFiles(plan) : undefined;
    if (files !== undefined) fetches.push(withProgress(plan, files, progress?.get(plan.id)));
  }
  return fetches;
}

/**
 * Reads the files of a plan, each chunk in a task of its own, or returns those that this tab has already. Undefined if
 * some are missing or damaged.
 */
function* readFiles(plan: StoredPlan): SagaOf<Chunks<FetchFile> | undefined> {
  const known = yield* select(selectFetch, plan.id);
  if (known?.revision === plan.revision) return known.files;
  if (plan.chunks === undefined) return filesInPlan(plan);
  const { records } = yield* getPorts();
  const { read } = yield* call(records, 'folder-fetches');
  const chunks: (readonly FetchFile[])[] = [];
  for (const key of chunkKeys(plan, plan.chunks)) {
    const files = parseFiles(yield* call(read, key));
    if (files === undefined) return undefined;
    chunks.push(files);
  }
  return chunks;
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
    yield* call(postToTabs, ports, { kind: 'fetchesStored' } satisfies FetchMessage);
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
  const gone = before.filter(({ id }) => !listed.has(id));
  let isWritten = true;
  for (const fetch of newPlans) {
    const replaced = old.get(fetch.id);
    isWritten &&= yield* call(plans.put, planRecords(fetch), replaced && keysOfFiles(replaced));
  }
  if (changed.length > 0) {
    isWritten &&= yield* call(
      progress.put,
      changed.map((fetch) => [fetch.id, progressRecord(fetch)] as const),
    );
  }
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id);
    yield* call(plans.remove, [...ids, ...gone.flatMap(keysOfFiles)]);
    yield* call(progress.remove, ids);
  }
  return isWritten;
}

function keysOfFiles(fetch: FolderFetch): readonly string[] {
  return chunkKeys(fetch, fetch.files.length);
}
