import { countItems, type Chunks } from '@data-manager/lib/chunks';
import { omit } from '@data-manager/lib/omit';
import { pick } from '@data-manager/lib/pick';
import * as v from 'valibot';
import { Count, keysOf } from '../storedValues';
import { FetchFile, FetchPlan, FetchProgress, type FolderFetch } from './folderFetch';

const Files = v.array(FetchFile);

/** `chunks`: number of records with files. */
const Plan = v.object({ ...FetchPlan.entries, chunks: Count });

/** A stored plan, whose files are in other records. */
export type StoredPlan = v.InferOutput<typeof Plan>;

/**
 * The stored part of the reason why a file was set aside: only the kinds that have a file name, with what their texts
 * need.
 */
const SetAside = v.object({
  index: Count,
  failure: v.variant('kind', [
    v.object({
      kind: v.picklist([
        'source-unreachable',
        'source-stalled',
        'source-gone',
        'content-differs',
        'local-differs',
        'file-unwritable',
      ]),
      fileName: v.string(),
    }),
    v.object({ kind: v.literal('source-refused'), fileName: v.string(), status: v.number() }),
  ]),
});

const Progress = v.object({
  ...FetchProgress.entries,
  setAside: v.array(SetAside),
  phase: v.picklist(['queued', 'running', 'paused', 'ended']),
});

/** The keys of all plans come before it, and the keys of all chunks of files after it. */
export const PLANS_END = '~';

/** Returns the keys of the records with a plan's files. */
export function chunkKeys({ id, revision }: Pick<StoredPlan, 'id' | 'revision'>, chunks: number): readonly string[] {
  return Array.from({ length: chunks }, (_, chunk) => `${PLANS_END}${id}/${revision}/${chunk}`);
}

/** Iterates over the records of a plan by key. They change only when files are fetched again. */
export function* planRecords(fetch: FolderFetch): Generator<readonly [key: string, record: unknown], void> {
  const { id, files } = fetch;
  const chunks = files.length;
  const plan = pick(fetch, ...keysOf(FetchPlan));
  yield [id, { ...plan, chunks }];
  for (const [chunk, key] of chunkKeys(fetch, chunks).entries()) yield [key, files[chunk]];
}

/** Returns the progress for storage. */
export function progressRecord(fetch: FolderFetch) {
  return pick(fetch, ...keysOf(FetchProgress), 'setAside', 'phase');
}

/** Parses the stored plans, without their chunks of files. */
export function parsePlans(records: ReadonlyMap<string, unknown>): readonly StoredPlan[] {
  return [...records.values()].flatMap((record) => {
    const plan = v.safeParse(Plan, record);
    return plan.success ? [plan.output] : [];
  });
}

/** Returns the files of a record; undefined if it is missing or damaged. */
export function parseFiles(record: unknown): readonly FetchFile[] | undefined {
  // Not a copy, so that the recorder does not search the files again.
  return v.is(Files, record) ? record : undefined;
}

/**
 * Applies a stored progress to a plan. A progress that does not fit the list of files is ignored: the files in the folder
 * are then compared again.
 */
export function withProgress(plan: StoredPlan, files: Chunks<FetchFile>, record: unknown): FolderFetch {
  const { revision } = plan;
  const fetch = { ...omit(plan, 'chunks'), files };
  const nothing = { next: 0, saved: { verified: 0, present: 0, unverifiable: 0 }, savedBytes: 0, setAside: [] };
  const parsed = v.safeParse(Progress, record);
  if (!parsed.success || parsed.output.revision !== revision || parsed.output.next > countItems(files)) {
    return { ...fetch, ...nothing, phase: 'queued' };
  }
  return { ...fetch, ...parsed.output };
}
