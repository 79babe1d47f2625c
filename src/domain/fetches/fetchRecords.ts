import { countItems, inChunks, type Chunks } from '@data-manager/lib/chunks';
import * as v from 'valibot';
import { Count, Text } from '../storedValues';
import { FILES_PER_CHUNK, type FetchFile, type FetchPhase, type FetchProgress, type FolderFetch } from './folderFetch';

/** A path that stays in its folder. */
const LocalPath = v.pipe(
  Text,
  v.check((path) => path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')),
);

const File = v.object({
  key: Text,
  path: LocalPath,
  size: Count,
  etag: v.exactOptional(v.string()),
  partSize: v.exactOptional(Count),
});

const Files = v.array(File);

/** `chunks`: number of records with files. `files`: earlier versions stored all of them in this record. */
const Plan = v.object({
  id: Text,
  title: v.string(),
  folderId: Text,
  folderName: v.string(),
  chunks: v.exactOptional(Count),
  files: v.exactOptional(Files),
  totalBytes: Count,
  revision: Count,
  sponsorId: Text,
  userId: Text,
});

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
      kind: v.picklist(['source-unreachable', 'source-stalled', 'source-gone', 'content-differs', 'file-unwritable']),
      fileName: v.string(),
    }),
    v.object({ kind: v.literal('source-refused'), fileName: v.string(), status: v.number() }),
  ]),
});

/** The stored progress of a fetch. */
interface StoredProgress extends FetchProgress {
  readonly phase: FetchPhase;
}

const PHASES = { queued: 'queued', running: 'running', paused: 'paused', ended: 'ended' } as const satisfies {
  readonly [Phase in FetchPhase]: Phase;
};

const Progress: v.GenericSchema<unknown, StoredProgress> = v.object({
  revision: Count,
  next: Count,
  saved: v.object({ verified: Count, present: Count, unverifiable: Count }),
  savedBytes: Count,
  setAside: v.array(SetAside),
  phase: v.enum(PHASES),
});

/** The keys of all plans come before it, and the keys of all chunks of files after it. */
export const PLANS_END = '~';

/** Returns the keys of the records with a plan's files. */
export function chunkKeys({ id, revision }: Pick<StoredPlan, 'id' | 'revision'>, chunks: number): readonly string[] {
  return Array.from({ length: chunks }, (_, chunk) => `${PLANS_END}${id}/${revision}/${chunk}`);
}

/** Iterates over the records of a plan by key. They change only when files are fetched again. */
export function* planRecords(fetch: FolderFetch): Generator<readonly [key: string, record: unknown], void> {
  const { id, title, folderId, folderName, files, totalBytes, revision, sponsorId, userId } = fetch;
  const chunks = files.length;
  yield [id, { id, title, folderId, folderName, chunks, totalBytes, revision, sponsorId, userId }];
  for (const [chunk, key] of chunkKeys(fetch, chunks).entries()) yield [key, files[chunk]];
}

/** Returns the progress for storage. */
export function progressRecord({ phase, revision, next, saved, savedBytes, setAside }: FolderFetch): StoredProgress {
  return { revision, next, saved, savedBytes, setAside, phase };
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

/** Returns the files of a plan that an earlier version stored. */
export function filesInPlan({ files }: StoredPlan): Chunks<FetchFile> | undefined {
  return files && inChunks(files, FILES_PER_CHUNK);
}

/**
 * Applies a stored progress to a plan. A progress that does not fit the list of files is ignored: the files in the folder
 * are then compared again.
 */
export function withProgress(plan: StoredPlan, files: Chunks<FetchFile>, record: unknown): FolderFetch {
  const { id, title, folderId, folderName, totalBytes, revision, sponsorId, userId } = plan;
  const fetch = { id, title, folderId, folderName, files, totalBytes, revision, sponsorId, userId };
  const nothing = { next: 0, saved: { verified: 0, present: 0, unverifiable: 0 }, savedBytes: 0, setAside: [] };
  const parsed = v.safeParse(Progress, record);
  if (!parsed.success || parsed.output.revision !== revision || parsed.output.next > countItems(files)) {
    return { ...fetch, ...nothing, phase: 'queued' };
  }
  return { ...fetch, ...parsed.output };
}
