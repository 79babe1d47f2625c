import { setTimeout } from 'node:timers/promises';
import { HttpError } from '../common/errors';
import { addReceipt, type UploadOrigin } from '../database/activity/receipts';
import { requireSettledOwner, whenSettled } from '../database/files/adoption';
import { checkKeyLength } from '../database/files/keyLengths';
import { currentKey, currentPlace, resolveTarget, type ObjectPlace } from '../database/files/objectPlaces';
import {
  placeObject,
  requireFreePlace,
  type PlaceOptions,
  type ReplacedFile,
  type Replacer,
} from '../database/files/placeObject';
import {
  addUpload,
  countOpenUploads,
  findUpload,
  listUploadsOfSameFile,
  markUploadCompleted,
  removeUpload,
  setPartSizes,
  setStoredBytes,
  touchUpload,
  type Upload,
  type UploadedFile,
} from '../database/files/uploads';
import { lockSponsor } from '../database/projects/sponsorLock';
import type { Database, Queryable } from '../database/sql';
import { transfers } from '../http/metrics';
import { sponsorOfKey } from '../names/keyRules';
import { createKeyedMutex } from '../scheduling/limits';
import { newBlobKey, type BlobStore, type BlobUpload } from '../storage/blobStore';
import {
  contentOfParts,
  findPartsProblem,
  noSuchUpload,
  type CompletedContent,
  type CompletedPart,
  type ReceivedParts,
} from '../storage/parts';
import { removeDiscardedBlobs } from './discardedBlobs';
import { createQuota, type Quota } from './quota';
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

interface StartOptions extends PlaceOptions, UploadedFile {
  readonly userId?: string | undefined;
}

interface CompleteOptions extends PlaceOptions {
  readonly record?: (transaction: Queryable, size: number, replaced: ReplacedFile | undefined) => Promise<void>;
  readonly by?: Replacer;
  readonly origin?: UploadOrigin;
}

type Completion = [ref: UploadRef, parts: readonly CompletedPart[], checksum: string, options?: CompleteOptions];

interface UploadLimits {
  readonly openPerSponsor: number;
  readonly openPerUser?: number;
  readonly quotaBytes?: number | undefined;
}

/**
 * Multipart uploads of files. Incomplete uploads are invisible, and everything that was acknowledged survives a crash. An
 * upload ends up in the project and dataset that its key named when it started, even if they are renamed.
 */
export class Uploads {
  readonly #database: Database;
  readonly #blobs: BlobStore;
  readonly #limits: Required<Omit<UploadLimits, 'quotaBytes'>>;
  /** Undefined if there is no limit. */
  readonly #quota: Quota | undefined;
  readonly #withLock = createKeyedMutex();

  constructor(
    database: Database,
    blobs: BlobStore,
    { openPerSponsor, openPerUser = openPerSponsor, quotaBytes }: UploadLimits,
  ) {
    this.#database = database;
    this.#blobs = blobs;
    this.#limits = { openPerSponsor, openPerUser };
    if (quotaBytes !== undefined)
      this.#quota = createQuota(database, quotaBytes, () => removeDiscardedBlobs({ database, blobs }));
  }

  /**
   * Starts an upload and returns its id.
   *
   * @throws HttpError 404 for an unknown project, 409 `TOO_MANY_UPLOADS` if the user or the sponsor has reached its limit,
   * 409 `EXISTS` for a file that must not be replaced, 507 if its quota or the disk is full.
   */
  async start(key: string, { onlyIfAbsent, replaces, ...origin }: StartOptions = {}): Promise<string> {
    const place = await this.#database.readEarly(async (early) => {
      const target = await resolveTarget(early, key);
      if (onlyIfAbsent === true || replaces !== undefined)
        await requireFreePlace(early, target, { onlyIfAbsent, replaces });
      return target;
    });
    const sponsorId = sponsorOfKey(key);
    const { userId } = origin;
    const blob = newBlobKey(place.projectHash);
    // The quota may have to count all files.
    await this.#database.readEarly((early) => this.#checkOpenUploads(early, sponsorId, userId));
    await this.#quota?.reserve({ sponsorId, bytes: 0 }, () => Promise.resolve());
    await this.#blobs.requireSpace();
    const id = await this.#blobs.startUpload(blob);
    try {
      await this.#database.transaction(async (transaction) => {
        // Concurrent starts must not exceed the limit.
        await lockSponsor(transaction, sponsorId);
        await this.#checkOpenUploads(transaction, sponsorId, userId);
        await addUpload(transaction, { id, key, blob, place, ...origin });
      });
    } catch (error) {
      await this.#blobs.endUpload({ uploadId: id, blob });
      throw error;
    }
    transfers.uploadsStarted.inc();
    return id;
  }

  /**
   * Returns the URLs of parts, in order.
   *
   * @throws HttpError 404 `NO_SUCH_UPLOAD`, 507 if the parts that have arrived exceed the quota.
   */
  async partUrls(ref: UploadRef, partNumbers: readonly number[]): Promise<string[]> {
    const { uploadId, key } = ref;
    const { blob, isIdle } = await this.#findOpen(ref);
    if (isIdle) await touchUpload(this.#database, uploadId);
    if (this.#quota !== undefined) {
      // The servers of an S3 storage don't see parts arrive.
      const { bytes } = await this.#blobs.received({ uploadId, blob });
      await this.#quota.reserve({ sponsorId: sponsorOfKey(key), bytes, uploadId }, (transaction) =>
        setStoredBytes(transaction, uploadId, bytes),
      );
    }
    return Promise.all(partNumbers.map((number) => this.#blobs.partUrl({ uploadId, blob }, number)));
  }

  /** Returns what an open upload has received. */
  received({ uploadId, blob }: BlobUpload): Promise<ReceivedParts> {
    return this.#blobs.received({ uploadId, blob });
  }

  /**
   * Returns the MD5s of the parts that have arrived, by their numbers.
   *
   * @throws HttpError 404 `NO_SUCH_UPLOAD`.
   */
  async etagsOfParts(ref: UploadRef): Promise<ReadonlyMap<number, string>> {
    const { blob } = await this.#findOpen(ref);
    return this.#blobs.etagsOfParts({ uploadId: ref.uploadId, blob });
  }

  /**
   * Creates the file from its parts. Idempotent for a day.
   *
   * @param checksum The checksum of the file in S3's multipart form.
   * @param options `record` runs in the transaction that creates the file and its receipt.
   * @throws HttpError 400 naming the part that is missing or differs, 404 `NO_SUCH_UPLOAD`, 409 `EXISTS` for a file that must
   * not be replaced: it can be completed without `onlyIfAbsent` and `replaces`. 507 if the quota or the disk is full: it can be completed
   * once there is space.
   */
  complete(...completion: Completion): Promise<void> {
    // A client that timed out may retry while the first call is still running. The lock is in memory, because it only
    // saves work: across servers, the row decides which call completes the upload.
    return this.#withLock(completion[0].uploadId, () => this.#completeAfterOthers(...completion));
  }

  /** Removes an upload and its parts. Does nothing if it does not exist. */
  async cancel({ uploadId, key }: UploadRef): Promise<void> {
    const upload = await findUpload(this.#database, uploadId, key);
    if (upload === undefined || upload.isCompleted) return;
    await this.#remove(upload);
  }

  /**
   * Removes abandoned uploads and old records.
   *
   * @param startedBefore Parts of younger uploads may get their rows soon. A day ago by default.
   */
  async sweep(signal: AbortSignal, startedBefore = new Date(Date.now() - DAY_MS)): Promise<void> {
    const stored = { database: this.#database, blobs: this.#blobs };
    await sweepUploads(stored, { signal, startedBefore, countsParts: this.#quota !== undefined });
  }

  async #remove({ id, blob }: Pick<Upload, 'id' | 'blob'>): Promise<void> {
    await removeUpload(this.#database, id);
    await this.#blobs.endUpload({ uploadId: id, blob });
  }

  /** Finds an upload in progress, whose project and dataset were not deleted. */
  #findOpen({ uploadId, key }: UploadRef): Promise<Upload> {
    return this.#database.readEarly(async (early) => {
      const upload = await findUpload(early, uploadId, key);
      if (upload === undefined || upload.isCompleted) throw noSuchUpload();
      currentPlace(upload.place, upload.owner);
      return upload;
    });
  }

  /** @throws HttpError 409 `TOO_MANY_UPLOADS`. */
  async #checkOpenUploads(queryable: Queryable, sponsorId: string, userId: string | undefined): Promise<void> {
    const { openPerSponsor, openPerUser } = this.#limits;
    const open = await countOpenUploads(queryable, sponsorId, userId);
    if (open.ofUser >= openPerUser) throw tooManyUploads('You already have', openPerUser);
    if (open.ofSponsor >= openPerSponsor) throw tooManyUploads(`${sponsorId} already has`, openPerSponsor);
  }

  /**
   * Completes an upload, unless an earlier request of the client has completed it. Retries if another server is
   * completing it, because the store then reports that the upload does not exist. The file that must not be replaced may be
   * the one that the other server has just created.
   */
  async #completeAfterOthers(...completion: Completion): Promise<void> {
    const [ref, , checksum] = completion;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await whenSettled(this.#database, () => this.#complete(...completion));
        return;
      } catch (error) {
        const code = error instanceof HttpError ? error.code : undefined;
        if (code !== 'NO_SUCH_UPLOAD' && code !== 'EXISTS') throw error;
        const upload = await findUpload(this.#database, ref.uploadId, ref.key);
        if (upload?.isCompleted === true && upload.checksum === checksum) return;
        const isOver = code === 'EXISTS' || upload === undefined || upload.isCompleted;
        if (isOver || attempt === COMPLETE_ATTEMPTS) throw error;
        await setTimeout(COMPLETE_PAUSE_MS);
      }
    }
  }

  async #complete(...[ref, parts, checksum, { record, origin = {}, ...options } = {}]: Completion): Promise<void> {
    const { uploadId, key } = ref;
    const problem = findPartsProblem(parts, checksum);
    if (problem !== undefined) throw new HttpError(400, problem);
    const upload = await this.#findOpen(ref);
    const { blob, place, owner, fileModifiedAt } = upload;
    requireSettledOwner(owner);
    const measured = await this.#reserve(ref, upload, parts, options);
    const { size, partSize, partSizes } = await this.#blobs.completeUpload({ uploadId, blob }, parts, measured);
    const proven = parts.map(({ checksum: md5 }, index) => [partSizes?.[index] ?? null, md5] as const);
    const isCompleted = await this.#database
      .transaction(async (transaction) => {
        if (!(await markUploadCompleted(transaction, { id: uploadId, place }, checksum))) return false;
        const current = await findPlace(transaction, ref, { isSettled: true });
        const content = { blob, size, etag: checksum, partSize, fileModifiedAt };
        const replaced = await placeObject(transaction, current, content, options);
        const userId = options.by?.userId;
        await addReceipt(transaction, {
          ...{ key, blob, replaced: replaced?.blob, place: current, size, checksum, parts: proven, userId, origin },
        });
        await record?.(transaction, size, replaced);
        return true;
      })
      .catch(async (error: unknown) => {
        // Something took the place in the meantime. The parts can be assembled again.
        if (error instanceof HttpError && this.#blobs.keepsParts) await this.#blobs.remove([blob]);
        throw error;
      });
    if (!isCompleted) {
      const other = await findUpload(this.#database, uploadId, key);
      if (other === undefined) await this.#blobs.remove([blob]);
      throw noSuchUpload();
    }
    transfers.uploadsCompleted.inc();
    transfers.uploadedBytes.inc(size);
    // If the server is killed here, the sweep removes the parts.
    if (this.#blobs.keepsParts) await this.#blobs.endUpload({ uploadId, blob });
    // The user has begun the upload of the same file before, and lost the response or did not resume it.
    for (const same of await listUploadsOfSameFile(this.#database, uploadId)) await this.#remove(same);
  }

  /**
   * Checks that the file may be stored, before it is. If the storage forgets the parts of a completed upload, their sizes are recorded:
   * the server may be killed before it writes the receipt.
   *
   * @throws HttpError 409 if `placeObject` would, 507 if the quota is exceeded.
   */
  async #reserve(
    ref: UploadRef,
    { blob, partSizes }: Upload,
    parts: readonly CompletedPart[],
    options: PlaceOptions,
  ): Promise<CompletedContent | undefined> {
    const { uploadId, key } = ref;
    const checkPlace = async (early: Queryable): Promise<void> =>
      requireFreePlace(early, await findPlace(early, ref), options);
    // Before the parts are measured, which is a request to the storage, and all files of the sponsor are counted.
    await this.#database.readEarly(checkPlace);
    const isForgotten = !this.#blobs.keepsParts && parts.length > 1;
    if (this.#quota === undefined && !isForgotten) return undefined;
    const found = await this.#blobs.measureUpload({ uploadId, blob }, parts);
    if (isForgotten && found.partSizes) await setPartSizes(this.#database, uploadId, found.partSizes);
    // An earlier call has completed the upload.
    const content = found.partSizes === undefined && partSizes ? contentOfParts(partSizes) : found;
    if (this.#quota === undefined) return content;
    const bytes = content.size;
    await this.#quota.reserve({ sponsorId: sponsorOfKey(key), bytes, uploadId }, async (early) => {
      await checkPlace(early);
      await setStoredBytes(early, uploadId, bytes);
    });
    return content;
  }
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
