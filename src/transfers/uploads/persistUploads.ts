import { weakMapMemoize } from '@reduxjs/toolkit';
import { SMALL_FILE_BYTES } from '@data-manager/domain/constants';
import { belongsTo } from '@data-manager/domain/session/session';
import {
  addFileChanges,
  fileRecord,
  noChanges,
  tallyKey,
  type RecordChanges,
  type TallyRecord,
  type WrittenFile,
} from '@data-manager/domain/uploads/resumeRecords';
import { sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import { shownBytes } from '@data-manager/domain/uploads/uploadProgress';
import type { UploadsState } from '@data-manager/domain/uploads/uploadQueue';
import { diffChunks } from '@data-manager/lib/chunks';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { getRecords } from '../../platform/records/getRecords';
import type { Persistence } from '../machine/persistMachine';
import type { WithUploads } from './uploadsSelectors';

/** Small files cause many events; writing them to the database one by one would take longer than the upload. */
export const BATCH_MS = 250;

/**
 * Mirrors the queue of a page in the browser's database, so that another page can resume it. A small file that was queued and
 * completed within a batch is never written.
 */
export function uploadPersistence(page: string): Persistence<UploadsState> {
  const written = new WrittenUploads(page);
  return {
    select: ({ uploads }: WithUploads) => uploads,
    isChanged: (before, after) => before.files !== after.files && before.files.length + after.files.length > 0,
    *write(before, after) {
      const { clock } = yield* getPorts();
      return yield* writeResumeRecords(written.update(before, after, yield* call(clock.now)));
    },
    warning:
      'If this page closes, the upload can’t be resumed: the browser does not store its record (private browsing, or a full disk). The upload continues.',
    // Other tabs say that a queue has begun in this one, or that it has ended.
    isNews: (before, after) => (before.files.length === 0) !== (after.files.length === 0),
    batch: { withinMs: BATCH_MS, isUrgent },
  };
}

/** The records that a page has written. */
class WrittenUploads {
  readonly #page: string;
  readonly #files = new Map<string, WrittenFile>();
  /** Tallies of queues that are not empty, by key. */
  readonly #tallies = new Map<string, TallyRecord>();
  /** Number of files queued so far. */
  #placed = 0;

  constructor(page: string) {
    this.#page = page;
  }

  /** Returns what has to be written. */
  update(before: UploadsState, after: UploadsState, now: number): RecordChanges {
    const changes = noChanges();
    const { added, removed } = diffChunks(before.files, after.files);
    const changed = new Map(added.map((file) => [file.id, file]));
    for (const { id } of removed) if (!changed.has(id)) this.#updateFile(changes, id, undefined, now);
    for (const file of added) this.#updateFile(changes, file.id, file, now);
    this.#updateTallies(changes, after);
    return changes;
  }

  #updateFile(changes: RecordChanges, id: string, file: UploadFile | undefined, queuedAt: number): void {
    const before = this.#files.get(id);
    const record =
      file && fileRecord(file, before?.record ?? { tab: this.#page, queuedAt, place: (this.#placed += 1) });
    const after = addFileChanges(changes, id, before, record, (file && sessionOf(file)?.parts) ?? []);
    if (after === undefined) this.#files.delete(id);
    else this.#files.set(id, after);
  }

  /** Stores how many files each user with files in the queue has completed: their own records are deleted. */
  #updateTallies(changes: RecordChanges, { files, done }: UploadsState): void {
    const left = new Set(this.#tallies.keys());
    for (const { sponsorId, userId } of ownersOf(files)) {
      const tally: TallyRecord = {
        kind: 'tally',
        ...{ tab: this.#page, sponsorId, userId },
        done: done.files,
        bytes: done.bytes,
      };
      const key = tallyKey(tally);
      left.delete(key);
      if ((this.#tallies.get(key)?.done ?? 0) === tally.done) continue;
      this.#tallies.set(key, tally);
      changes.records.push([key, tally]);
    }
    for (const key of left) {
      this.#tallies.delete(key);
      changes.recordsGone.push(key);
    }
  }
}

type Owner = Pick<UploadFile, 'sponsorId' | 'userId'>;

function ownersOf(files: UploadsState['files']): readonly Owner[] {
  return withoutRepetition(files.flatMap((chunk) => ownersOfChunk(chunk)));
}

/** An event changes one chunk of the queue. */
const ownersOfChunk = weakMapMemoize(withoutRepetition);

function withoutRepetition(files: readonly Owner[]): readonly Owner[] {
  const owners: Owner[] = [];
  for (const file of files) if (!owners.some((owner) => belongsTo(file, owner))) owners.push(file);
  return owners;
}

/**
 * Returns true when the queue becomes empty, because the user may close the page then, and if bytes of a file that is not small
 * or a resumed upload would not be counted after a crash: shown progress must not decrease.
 */
function isUrgent(written: UploadsState, { files, done }: UploadsState): boolean {
  if (files.length === 0) return true;
  const { added, removed } = diffChunks(written.files, files);
  const gone = new Map(removed.map((file) => [file.id, file]));
  for (const file of added) {
    const known = gone.get(file.id);
    gone.delete(file.id);
    if (file.size > SMALL_FILE_BYTES && hasMoreSent(file, known)) return true;
  }
  const completed = done.files - written.done.files;
  return completed > gone.size || [...gone.values()].some(({ size }) => size > SMALL_FILE_BYTES);
}

function hasMoreSent(file: UploadFile, before: UploadFile | undefined): boolean {
  if (before === undefined) return shownBytes(file) > 0;
  return shownBytes(file) > shownBytes(before) || sessionOf(file)?.parts.length !== sessionOf(before)?.parts.length;
}

/**
 * Returns false if the browser refuses. File records are written before and deleted before their parts, so a page that
 * closes in between leaves parts without a file, never a file without its parts.
 */
export function* writeResumeRecords({
  records: changed,
  recordsGone,
  parts,
  partsGone,
}: RecordChanges): SagaOf<boolean> {
  const { files } = yield* getPorts();
  const withHandles = changed.map(([key, record]) => {
    const handle = files.handleOf(key);
    return [key, handle === undefined ? record : { ...record, handle }] as const;
  });
  const journal = yield* getRecords('upload-journal');
  const partJournal = yield* getRecords('upload-journal-parts');
  const areFilesWritten =
    withHandles.length + recordsGone.length === 0 || (yield* call(journal.put, withHandles, recordsGone));
  const arePartsWritten = parts.length + partsGone.length === 0 || (yield* call(partJournal.put, parts, partsGone));
  return areFilesWritten && arePartsWritten;
}
