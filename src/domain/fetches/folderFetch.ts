import { countItems, inChunks, joinChunks, sliceItems, type Chunks } from '@data-manager/lib/chunks';
import * as v from 'valibot';
import type { Failure } from '../failures/failure';
import type { SessionOwner } from '../session/session';
import { Count, Text } from '../storedValues';
import { planContentCheck } from '../transfers/contentCheck';

/** A path that stays in its folder. */
const LocalPath = v.pipe(
  Text,
  v.check((path) => path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')),
);

/** A file to fetch into the folder. */
export const FetchFile = v.object({
  /** Full key, starting with the sponsor ID. */
  key: Text,
  /** Where to save it: path in the folder, safe on every operating system. */
  path: LocalPath,
  /** Bytes. */
  size: Count,
  /** As listed by the server. Without it the content can't be verified. */
  etag: v.exactOptional(v.string()),
  /** Bytes per part of a multipart ETag, if the server knows it. */
  partSize: v.exactOptional(Count),
  /** The file’s own date, ISO-8601 UTC. Browsers can’t set the dates of files, so only the receipt keeps it. */
  modified: v.exactOptional(v.string()),
  /** True if the user lets it replace a file with other content. Otherwise it is set aside. */
  replaces: v.exactOptional(v.literal(true)),
});

export type FetchFile = Readonly<v.InferOutput<typeof FetchFile>>;

/**
 * How a file got its content: fetched and verified, already identical, or fetched with an ETag that can't be compared.
 */
export type FileOutcome = keyof FolderFetch['saved'];

/** A file that could not be fetched. */
interface SetAsideFile {
  /** Position in `files`. */
  readonly index: number;
  readonly failure: Failure;
}

/** The file that is being compared or fetched. */
interface CurrentFile {
  /** Position in `files`. */
  readonly index: number;
  /** Bytes received. */
  readonly bytes: number;
}

/** A set of files and its folder. The files themselves are stored in other records. */
export const FetchPlan = v.object({
  id: Text,
  title: v.string(),
  /** Identifies the folder's handle, which stays outside the store. */
  folderId: Text,
  folderName: v.string(),
  /** Hash of a sealed dataset, which gets the layout of a bag. */
  sealed: v.exactOptional(Text),
  /** Bytes of all files. */
  totalBytes: Count,
  /** Changes with the files, so that a stored progress is not applied to another list. */
  revision: Count,
  sponsorId: Text,
  userId: Text,
});

/** The settled part of a fetch, which changes with each file. Stored apart from the list of files. */
export const FetchProgress = v.object({
  revision: Count,
  /** Position of the next file. All files before it are saved or set aside. */
  next: Count,
  /** Saved files by outcome. */
  saved: v.pipe(v.object({ verified: Count, present: Count, unverifiable: Count }), v.readonly()),
  /** Bytes of the saved files. */
  savedBytes: Count,
});

type StoredFetch = v.InferOutput<typeof FetchPlan> & v.InferOutput<typeof FetchProgress>;

interface FetchBase extends Readonly<StoredFetch> {
  /** In the order in which they are fetched. In chunks, so that no task has to handle all of them. */
  readonly files: Chunks<FetchFile>;
  readonly setAside: readonly SetAsideFile[];
}

/** Waits for its turn. */
interface QueuedFetch extends FetchBase {
  readonly phase: 'queued';
  /** Kept while the fetch was paused. */
  readonly current?: CurrentFile;
}

/** The fetch in progress, of which there is at most one. */
export interface RunningFetch extends FetchBase {
  readonly phase: 'running';
  readonly current?: CurrentFile;
  /** Continues automatically when the network or the session is back. */
  readonly waiting?: 'network' | 'session';
}

/** Waits for the user. */
interface PausedFetch extends FetchBase {
  readonly phase: 'paused';
  readonly current?: CurrentFile;
  /** Why it was paused automatically. */
  readonly fault?: Failure;
}

/** All files are saved or set aside. */
interface EndedFetch extends FetchBase {
  readonly phase: 'ended';
}

/** A set of files that are fetched into a folder on the user's disk. */
export type FolderFetch = QueuedFetch | RunningFetch | PausedFetch | EndedFetch;

export type FetchPhase = FolderFetch['phase'];

/** Files per chunk: as many as are planned, recorded, stored or parsed in one task. */
export const FILES_PER_CHUNK = 1_000;

const NOTHING_SAVED = { verified: 0, present: 0, unverifiable: 0 };

/** Creates a fetch without saved files. */
export function newFetch(
  plan: Pick<FetchBase, 'id' | 'title' | 'folderId' | 'folderName' | 'sealed' | 'files'>,
  { sponsorId, userId }: Pick<SessionOwner, 'sponsorId' | 'userId'>,
): FolderFetch {
  return {
    phase: 'queued',
    ...plan,
    totalBytes: plan.files.reduce((total, chunk) => chunk.reduce((sum, { size }) => sum + size, total), 0),
    revision: 0,
    next: 0,
    saved: NOTHING_SAVED,
    savedBytes: 0,
    setAside: [],
    sponsorId,
    userId,
  };
}

/** Counts the next file as saved. */
export function withSaved<Fetch extends FolderFetch>(fetch: Fetch, outcome: FileOutcome): Fetch {
  const file = fileAt(fetch, fetch.next);
  return {
    ...fetch,
    next: fetch.next + 1,
    saved: { ...fetch.saved, [outcome]: fetch.saved[outcome] + 1 },
    savedBytes: fetch.savedBytes + (file?.size ?? 0),
  };
}

/** Moves the files that were set aside to the end of the list, to be fetched again. */
export function withRetriedFiles(fetch: FolderFetch): FolderFetch {
  const retried = new Set(fetch.setAside.map(({ index }) => index));
  const files = joinChunks(fetch.files);
  const kept = files.filter((_, index) => !retried.has(index));
  return {
    ...fetch,
    files: inChunks(kept.concat(files.filter((_, index) => retried.has(index))), FILES_PER_CHUNK),
    revision: fetch.revision + 1,
    next: fetch.next - retried.size,
    setAside: [],
  };
}

/** Returns the fetch to work on: the one that is running, or else the first that is queued. */
export function nextFetch(fetches: readonly FolderFetch[]): FolderFetch | undefined {
  return fetches.find(({ phase }) => phase === 'running') ?? fetches.find(({ phase }) => phase === 'queued');
}

/** Returns the file in progress. */
export function currentFile(fetch: FolderFetch): (FetchFile & { readonly bytes: number }) | undefined {
  if (fetch.phase === 'ended' || fetch.current === undefined) return undefined;
  const file = fileAt(fetch, fetch.current.index);
  return file && { ...file, bytes: fetch.current.bytes };
}

/** Returns the number of bytes on the disk, those of the file in progress included. */
export function receivedBytes(fetch: FolderFetch): number {
  return fetch.savedBytes + (currentFile(fetch)?.bytes ?? 0);
}

/** Returns the file at a position. */
export function fileAt({ files }: Pick<FolderFetch, 'files'>, index: number): FetchFile | undefined {
  return sliceItems(files, index, 1)[0];
}

/** Returns the number of all files. */
export function fileCount({ files }: Pick<FolderFetch, 'files'>): number {
  return countItems(files);
}

/** Returns the number of saved files. */
export function savedFiles({ saved }: Pick<FolderFetch, 'saved'>): number {
  return saved.verified + saved.present + saved.unverifiable;
}

/** Returns true if a file of the folder may have other content that no comparison finds later. Crashes leave empty files. */
export function isOtherFile(file: FetchFile, localSize = 0): boolean {
  return localSize > 0 && (localSize !== file.size || planContentCheck(file)?.isCertain !== true);
}

/** Returns true if a failure is a fault of the storage, which does not depend on the file. */
export function isSourceFault({ kind }: Failure): boolean {
  return kind === 'source-unreachable' || kind === 'source-refused' || kind === 'source-stalled';
}

/** Returns true if a failure concerns one file, so that the others can be fetched. */
export function concernsOneFile(failure: Failure): boolean {
  switch (failure.kind) {
    case 'content-differs':
    case 'local-differs':
    case 'source-gone':
    case 'file-unwritable':
      return true;
    default:
      return isSourceFault(failure);
  }
}
