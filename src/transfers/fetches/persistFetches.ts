import {
  chunkKeys,
  parseFiles,
  parsePlans,
  planRecords,
  PLANS_END,
  progressRecord,
  withProgress,
  type StoredPlan,
} from '@data-manager/domain/fetches/fetchRecords';
import type { FetchFile, FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import type { Chunks } from '@data-manager/lib/chunks';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getRecords, readRecords } from '../../platform/records/getRecords';
import { differBy, goneItems, GRANTED_KEY, writeItems } from '../machine/itemRecords';
import type { Persistence } from '../machine/persistMachine';
import { fetchesRestored, selectFetch, selectFetches } from './fetchesSlice';

/**
 * Shows the stored fetches. An unreadable database is empty. Returns the stored ids of granted commands.
 *
 * @param plans gets the plans that no driver has queued, if this tab is to do it
 */
export function* restoreFetches(plans?: { readonly add: (fetch: FolderFetch) => void }): SagaOf<unknown> {
  const { items, planned, granted } = yield* readFetches((_id, isPlanned) => !isPlanned || plans !== undefined);
  for (const fetch of planned) plans?.add(fetch);
  if (items.length > 0 || (yield* select(selectFetches)).length > 0) yield* put(fetchesRestored({ items }));
  return granted;
}

/**
 * Reads the wanted fetches, and the ids of the granted commands. Fetches without a progress are planned: the driver stores it
 * when it queues them.
 */
export function* readFetches(isWanted: (id: string, isPlanned: boolean) => boolean): SagaOf<{
  readonly items: readonly FolderFetch[];
  readonly planned: readonly FolderFetch[];
  readonly granted: unknown;
}> {
  const plans = yield* readRecords('folder-fetches', PLANS_END);
  const progress = yield* readRecords('folder-fetch-progress');
  const items: FolderFetch[] = [];
  const planned: FolderFetch[] = [];
  for (const plan of parsePlans(plans ?? new Map())) {
    const isPlanned = progress?.has(plan.id) !== true;
    const files = isWanted(plan.id, isPlanned) ? yield* readFiles(plan) : undefined;
    const list = isPlanned ? planned : items;
    if (files !== undefined) list.push(withProgress(plan, files, progress?.get(plan.id)));
  }
  return { items, planned, granted: progress?.get(GRANTED_KEY) };
}

/**
 * Reads the files of a plan, each chunk in a task of its own, or returns the files that this tab has already. Undefined if
 * some are missing or damaged.
 */
function* readFiles(plan: StoredPlan): SagaOf<Chunks<FetchFile> | undefined> {
  const known = yield* select(selectFetch, plan.id);
  if (known?.revision === plan.revision) return known.files;
  const { read } = yield* getRecords('folder-fetches');
  const chunks: (readonly FetchFile[])[] = [];
  for (const key of chunkKeys(plan, plan.chunks)) {
    const files = parseFiles(yield* call(read, key));
    if (files === undefined) return undefined;
    chunks.push(files);
  }
  return chunks;
}

/** Plans are written before and deleted before their progress, which is written together with the granted commands. */
function* writeFetches(
  before: readonly FolderFetch[],
  after: readonly FolderFetch[],
  granted: readonly string[],
): SagaOf<boolean> {
  const plans = yield* getRecords('folder-fetches');
  const old = new Map(before.map((fetch) => [fetch.id, fetch]));
  let isWritten = true;
  for (const fetch of after) {
    const replaced = old.get(fetch.id);
    if (replaced?.revision === fetch.revision) continue;
    isWritten &&= yield* call(plans.put, planRecords(fetch), replaced && keysOfFiles(replaced));
  }
  const gone = goneItems(before, after);
  if (gone.length > 0) yield* call(plans.remove, [...gone.map(({ id }) => id), ...gone.flatMap(keysOfFiles)]);
  return (yield* writeItems('folder-fetch-progress', [before, after], progressRecord, granted)) && isWritten;
}

function keysOfFiles(fetch: FolderFetch): readonly string[] {
  return chunkKeys(fetch, fetch.files.length);
}

/** Stores every change of the list before the next one, but not the bytes of the file in progress. */
export const FETCH_PERSISTENCE: Persistence<readonly FolderFetch[]> = {
  select: selectFetches,
  isChanged: differBy(({ id, phase, next, revision }) => `${id} ${phase} ${next} ${revision}`),
  write: writeFetches,
  warning:
    'This browser can’t store the list of downloads into folders (its storage is full or blocked). Keep this tab open until they are done.',
};
