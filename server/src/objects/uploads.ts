import { setTimeout } from 'node:timers/promises';
import { requireSettledOwner, whenSettled } from '../database/adoption';
import { checkKeyLength } from '../database/keyLengths';
import { currentKey, currentPlace, resolveTarget, type ObjectPlace } from '../database/objectPlaces';
import { sizeAt } from '../database/objects';
import { placeObject, requireFreePlace, type PlaceOptions } from '../database/placeObject';
import type { Database, Queryable, Recorder } from '../database/sql';
import {
  addUpload,
  countOpenUploads,
  findUpload,
  markUploadCompleted,
  removeUpload,
  setStoredBytes,
  touchUpload,
  type UploadRow,
} from '../database/uploads';
import { HttpError } from '../errors';
import { createKeyedMutex, lockSponsor } from '../locks';
import { transfers } from '../metrics';
import { createQuota } from '../quota';
import { newBlobKey, type BlobStore } from './blobStore';
import { removeDiscardedBlobs } from './discardedBlobs';
import { sponsorOfKey } from './keyRules';
import { findPartsProblem, noSuchUpload, type CompletedPart } from './parts';
import { sweepUploads } from './uploadSweep';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Attempts to complete an upload that another server may be completing. */
const COMPLETE_ATTEMPTS = 5;
const COMPLETE_PAUSE_MS = 300;

/** Identifies an upload by its id and the key with which it was started. */
export interface UploadRef {
  readonly uploadId: string;
  readonly key: string;
}

interface StartOptions extends PlaceOptions {
  readonly userId?: string | undefined;
}

interface CompleteOptions extends PlaceOptions {
  readonly record?: Recorder;
}

/**
 * Multipart uploads of files. Incomplete uploads are invisible, and everything that was acknowledged survives a crash. An
 * upload ends up in the project and dataset that its key named when it started, even if they are renamed.
 */
export interface Uploads {
  /**
   * Starts an upload and returns its id.
   *
   * @throws HttpError 404 for an unknown project, 409 `TOO_MANY_UPLOADS` if the user or the sponsor has reached its limit,
   * 409 `EXISTS` for a file that must not be replaced, 507 if its quota or the disk is full.
   */
  start(key: string, options?: StartOptions): Promise<string>;
  /**
   * Returns the URLs of parts, in order.
   *
   * @throws HttpError 404 `NO_SUCH_UPLOAD`, 507 if the parts that have arrived exceed the quota.
   */
  partUrls(upload: UploadRef, partNumbers: readonly number[]): Promise<string[]>;
  /**
   * Creates the file from its parts. Idempotent for a day.
   *
   * @param checksum The checksum of the file in S3's multipart form.
   * @param options `record` runs in the transaction that creates the file.
   * @throws HttpError 400 naming the part that is missing or differs, 404 `NO_SUCH_UPLOAD`, 409 `EXISTS` for a file that must
   * not be replaced: it can be completed without `onlyIfAbsent` and `replaces`. 507 if the quota or the disk is full: it can be completed
   * once there is space.
   */
  complete(
    upload: UploadRef,
    parts: readonly CompletedPart[],
    checksum: string,
    options?: CompleteOptions,
  ): Promise<void>;
  /** Removes an upload and its parts. Does nothing if it does not exist. */
  cancel(upload: UploadRef): Promise<void>;
  /**
   * Removes abandoned uploads and old records.
   *
   * @param startedBefore Parts of younger uploads may get their rows soon. A day ago by default.
   */
  sweep(signal: AbortSignal, startedBefore?: Date): Promise<void>;
}

type Completion = Parameters<Uploads['complete']>;

interface UploadLimits {
  readonly openPerSponsor: number;
  readonly openPerUser?: number;
  readonly quotaBytes?: number | undefined;
}

/** Creates the uploads of a database and a blob store. */
export function createUploads(
  database: Database,
  blobs: BlobStore,
  { openPerSponsor, openPerUser = openPerSponsor, quotaBytes }: UploadLimits,
): Uploads {
  const quota = createQuota(database, quotaBytes, () => removeDiscardedBlobs({ database, blobs }));
  const withLock = createKeyedMutex();

  /** Finds an upload in progress, whose project and dataset were not deleted. */
  function findOpen({ uploadId, key }: UploadRef): Promise<UploadRow> {
    return database.readEarly(async (early) => {
      const upload = await findUpload(early, uploadId, key);
      if (upload === undefined || upload.isCompleted) throw noSuchUpload();
      currentPlace(upload.place, upload.owner);
      return upload;
    });
  }

  /** @throws HttpError 409 `TOO_MANY_UPLOADS`. */
  async function checkOpenUploads(queryable: Queryable, sponsorId: string, userId: string | undefined): Promise<void> {
    const open = await countOpenUploads(queryable, sponsorId, userId);
    if (open.of_user >= openPerUser) throw tooManyUploads('You already have', openPerUser);
    if (open.of_sponsor >= openPerSponsor) throw tooManyUploads(`${sponsorId} already has`, openPerSponsor);
  }

  /**
   * Counts the parts that an upload has received: the servers of an S3 storage don't see them arrive.
   *
   * @throws HttpError 507 if they exceed the quota.
   */
  async function countReceived(ref: UploadRef, blob: string): Promise<void> {
    const { uploadId, key } = ref;
    const bytes = await blobs.sizeOfParts({ uploadId, blob });
    const sizeOfReplaced = async (early: Queryable): Promise<number> => sizeAt(early, await findPlace(early, ref));
    await quota.reserve({ sponsorId: sponsorOfKey(key), bytes, uploadId, sizeOfReplaced }, (transaction) =>
      setStoredBytes(transaction, uploadId, bytes),
    );
  }

  async function start(key: string, { userId, onlyIfAbsent, replaces }: StartOptions = {}): Promise<string> {
    const place = await database.readEarly(async (early) => {
      const target = await resolveTarget(early, key);
      if (onlyIfAbsent === true || replaces !== undefined)
        await requireFreePlace(early, target, { onlyIfAbsent, replaces });
      return target;
    });
    const sponsorId = sponsorOfKey(key);
    const blob = newBlobKey(place.projectHash);
    const sizeOfReplaced = (early: Queryable): Promise<number> => sizeAt(early, place);
    // The quota may have to count all files.
    await database.readEarly((early) => checkOpenUploads(early, sponsorId, userId));
    if (quota.isLimited) await quota.reserve({ sponsorId, bytes: 0, sizeOfReplaced }, () => Promise.resolve());
    await blobs.requireSpace();
    const id = await blobs.startUpload(blob);
    try {
      await database.transaction(async (transaction) => {
        // Concurrent starts must not exceed the limit.
        await lockSponsor(transaction, sponsorId);
        await checkOpenUploads(transaction, sponsorId, userId);
        await addUpload(transaction, { id, key, blob, place, userId });
      });
    } catch (error) {
      await blobs.endUpload({ uploadId: id, blob });
      throw error;
    }
    transfers.uploadsStarted.inc();
    return id;
  }

  async function complete(...[ref, parts, checksum, { record, ...options } = {}]: Completion): Promise<void> {
    const { uploadId, key } = ref;
    const problem = findPartsProblem(parts, checksum);
    if (problem !== undefined) throw new HttpError(400, problem);
    const { blob, place, owner } = await findOpen(ref);
    requireSettledOwner(owner);
    const { content: measured, makeRoom } = await reserve(ref, blob, parts, options);
    const { size, partSize } = await blobs.completeUpload({ uploadId, blob }, parts, measured);
    const isCompleted = await database
      .transaction(async (transaction) => {
        if (!(await markUploadCompleted(transaction, { id: uploadId, place }, checksum))) return false;
        const current = await findPlace(transaction, ref, { isSettled: true });
        await placeObject(transaction, current, { blob, size, etag: checksum, partSize }, options);
        await record?.(transaction);
        return true;
      })
      .catch(async (error: unknown) => {
        // Something took the place in the meantime. The parts can be assembled again.
        if (error instanceof HttpError && blobs.keepsParts) await blobs.remove([blob]);
        throw error;
      });
    if (!isCompleted) {
      const other = await findUpload(database, uploadId, key);
      if (other === undefined) await blobs.remove([blob]);
      throw noSuchUpload();
    }
    await makeRoom();
    transfers.uploadsCompleted.inc();
    transfers.uploadedBytes.inc(size);
    // If the server is killed here, the sweep removes the parts.
    if (blobs.keepsParts) await blobs.endUpload({ uploadId, blob });
  }

  /**
   * Checks that the file may be stored, before it is.
   *
   * @throws HttpError 409 if `placeObject` would, 507 if the quota is exceeded.
   */
  async function reserve(ref: UploadRef, blob: string, parts: readonly CompletedPart[], options: PlaceOptions) {
    const { uploadId, key } = ref;
    const checkPlace = async (early: Queryable): Promise<void> =>
      requireFreePlace(early, await findPlace(early, ref), options);
    // Before the parts are measured, which is a request to the storage, and all files of the sponsor are counted.
    await database.readEarly(checkPlace);
    if (!quota.isLimited) return { content: undefined, makeRoom: () => Promise.resolve() };
    const content = await blobs.measureUpload({ uploadId, blob }, parts);
    const bytes = content.size;
    const sizeOfReplaced = async (early: Queryable): Promise<number> => sizeAt(early, await findPlace(early, ref));
    const makeRoom = await quota.reserve(
      { sponsorId: sponsorOfKey(key), bytes, uploadId, sizeOfReplaced },
      async (early) => {
        await checkPlace(early);
        await setStoredBytes(early, uploadId, bytes);
      },
    );
    return { content, makeRoom };
  }

  /**
   * Completes an upload, unless an earlier request of the client has completed it. Retries if another server is
   * completing it, because the store then reports that the upload does not exist. The file that must not be replaced may be
   * the one that the other server has just created.
   */
  async function completeAfterOthers(...completion: Completion): Promise<void> {
    const [ref, , checksum] = completion;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await whenSettled(database, () => complete(...completion));
        return;
      } catch (error) {
        const code = error instanceof HttpError ? error.code : undefined;
        if (code !== 'NO_SUCH_UPLOAD' && code !== 'EXISTS') throw error;
        const upload = await findUpload(database, ref.uploadId, ref.key);
        if (upload?.isCompleted === true && upload.checksum === checksum) return;
        const isOver = code === 'EXISTS' || upload === undefined || upload.isCompleted;
        if (isOver || attempt === COMPLETE_ATTEMPTS) throw error;
        await setTimeout(COMPLETE_PAUSE_MS);
      }
    }
  }

  return {
    start,
    async partUrls(ref, partNumbers) {
      const { blob, isIdle } = await findOpen(ref);
      if (isIdle) await touchUpload(database, ref.uploadId);
      if (quota.isLimited) await countReceived(ref, blob);
      return Promise.all(partNumbers.map((number) => blobs.partUrl({ uploadId: ref.uploadId, blob }, number)));
    },
    // A client that timed out may retry while the first call is still running. The lock is in memory, because it only
    // saves work: across servers, the row decides which call completes the upload.
    complete: (...completion) => withLock(completion[0].uploadId, () => completeAfterOthers(...completion)),
    async cancel({ uploadId, key }) {
      const upload = await findUpload(database, uploadId, key);
      if (upload === undefined || upload.isCompleted) return;
      await removeUpload(database, uploadId);
      await blobs.endUpload({ uploadId, blob: upload.blob });
    },
    async sweep(signal, startedBefore = new Date(Date.now() - DAY_MS)) {
      await sweepUploads({ database, blobs }, { signal, startedBefore, countsParts: quota.isLimited });
    },
  };
}

/**
 * Returns the place of an upload whose project is locked: a folder may have become a dataset.
 *
 * @param options `isSettled` requires that no other file of its dataset is being moved.
 * @throws HttpError 409 if its key would be too long, because its project was renamed while the upload started.
 */
async function findPlace(
  transaction: Queryable,
  { uploadId, key }: UploadRef,
  { isSettled = false }: { readonly isSettled?: boolean } = {},
): Promise<ObjectPlace> {
  const upload = await findUpload(transaction, uploadId, key);
  if (upload === undefined) throw noSuchUpload();
  if (isSettled) requireSettledOwner(upload.owner);
  const place = currentPlace(upload.place, upload.owner);
  checkKeyLength(currentKey(sponsorOfKey(key), place, upload.owner), { isUploading: true });
  return place;
}

function tooManyUploads(who: string, limit: number): HttpError {
  return new HttpError(
    409,
    `${who} ${String(limit)} uploads in progress. Finish or cancel some of them. ` +
      'Uploads that receive no data for a week are cancelled.',
    'TOO_MANY_UPLOADS',
  );
}
