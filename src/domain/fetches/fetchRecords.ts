import * as v from 'valibot';
import type { FetchPhase, FetchPlan, FetchProgress, FolderFetch } from './folderFetch';

const Text = v.pipe(v.string(), v.nonEmpty());
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

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

const Plan: v.GenericSchema<unknown, FetchPlan> = v.object({
  id: Text,
  title: v.string(),
  folderId: Text,
  folderName: v.string(),
  files: v.array(File),
  totalBytes: Count,
  revision: Count,
  sponsorId: Text,
  userId: Text,
});

/** Why files were set aside is not stored in full: the kinds that have a file name are enough for their texts. */
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

/** How far a fetch has come, as it is stored. */
interface StoredProgress extends FetchProgress {
  readonly phase: FetchPhase;
}

const Progress: v.GenericSchema<unknown, StoredProgress> = v.object({
  revision: Count,
  next: Count,
  saved: v.object({ verified: Count, present: Count, unverifiable: Count }),
  savedBytes: Count,
  setAside: v.array(SetAside),
  phase: v.picklist(['queued', 'running', 'paused', 'ended']),
});

/** Returns the list of files for storage. It changes only when files are fetched again. */
export function planRecord(fetch: FolderFetch): FetchPlan {
  const { id, title, folderId, folderName, files, totalBytes, revision, sponsorId, userId } = fetch;
  return { id, title, folderId, folderName, files, totalBytes, revision, sponsorId, userId };
}

/** Returns the progress for storage. */
export function progressRecord({ phase, revision, next, saved, savedBytes, setAside }: FolderFetch): StoredProgress {
  return { revision, next, saved, savedBytes, setAside, phase };
}

/**
 * Parses the stored fetches, oldest first. A progress that does not fit its list is ignored: the files in the folder are
 * then compared again.
 */
export function parseFetches(
  plans: ReadonlyMap<string, unknown>,
  progress: ReadonlyMap<string, unknown>,
): readonly FolderFetch[] {
  return [...plans].flatMap(([key, record]) => {
    const plan = v.safeParse(Plan, record);
    return plan.success ? [withProgress(plan.output, progress.get(key))] : [];
  });
}

/** Applies a stored progress to a list of files. */
function withProgress(plan: FetchPlan, record: unknown): FolderFetch {
  const nothing = { next: 0, saved: { verified: 0, present: 0, unverifiable: 0 }, savedBytes: 0, setAside: [] };
  const parsed = v.safeParse(Progress, record);
  if (!parsed.success || parsed.output.revision !== plan.revision || parsed.output.next > plan.files.length) {
    return { ...plan, ...nothing, phase: 'queued' };
  }
  return { ...plan, ...parsed.output };
}
