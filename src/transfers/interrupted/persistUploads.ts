import type { Channel } from 'redux-saga';
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
import { actionChannel, call, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { writeUntilClosing } from '../machine/persistMachine';
import { takeBatch } from '../persistInBatches';
import { postToTabs } from '../postToTabs';
import { UPLOADS_STORED } from '../uploadMessages';
import { selectAllUploads } from '../uploads/uploadsSelectors';
import {
  completionSent,
  fileCompleted,
  fileFailed,
  filesQueued,
  filesRequeued,
  fileWithdrawn,
  partRetried,
  partUploaded,
  progressSampled,
  queueCancelled,
  uploadIdLost,
  uploadStarted,
} from '../uploads/uploadsSlice';

/** The events that change a record. */
const EVENTS = [
  filesQueued,
  uploadStarted,
  uploadIdLost,
  partUploaded,
  progressSampled,
  partRetried,
  completionSent,
  fileCompleted,
  fileFailed,
  filesRequeued,
  fileWithdrawn,
  queueCancelled,
] as const;

type UploadEvent = ReturnType<(typeof EVENTS)[number]>;

/** Collects events from this point on. */
export function openUploadEvents(): SagaOf<Channel<UploadEvent>> {
  return actionChannel(...EVENTS);
}

/** The records that this page has written. */
interface Written {
  readonly files: Map<string, WrittenFile>;
  /** Tallies of queues that are not empty, by key. */
  readonly tallies: Map<string, TallyRecord>;
  /** Number of files queued so far. */
  placed: number;
  /** True once the user was warned that the browser refuses to write. */
  hasWarned: boolean;
  /** True while the other tabs know that this page has files in its queue. */
  isAnnounced: boolean;
}

/**
 * Mirrors the queue in the browser's database, so that another page can resume it. Events determine which files to
 * check; the records are created from the state, so a small file that was queued and completed within a batch is
 * written once.
 */
export function* persistUploads(tab: string, events: Channel<UploadEvent>): SagaOf<void> {
  const { clock } = yield* getPorts();
  const written: Written = { files: new Map(), tallies: new Map(), placed: 0, hasWarned: false, isAnnounced: false };
  let isClosing = false;
  for (;;) {
    const batch = yield* takeBatch(events, isClosing);
    const queue = yield* select(selectAllUploads);
    const queuedAt = yield* call(clock.now);
    const changes = noChanges();
    collectFiles(changes, written, new Set(batch.flatMap(idsOf)), queue, { tab, queuedAt });
    collectTallies(changes, written, batch, queue, tab);
    isClosing = yield* writeUntilClosing(writeOrWarn, changes, written);
  }
}

function* writeOrWarn(changes: RecordChanges, written: Written): SagaOf<void> {
  const ports = yield* getPorts();
  const isWritten = yield* write(changes);
  const hasFiles = written.files.size > 0;
  if (hasFiles !== written.isAnnounced) {
    written.isAnnounced = hasFiles;
    yield* call(postToTabs, ports, UPLOADS_STORED);
  }
  if (isWritten || written.hasWarned) return;
  written.hasWarned = true;
  yield* call(
    ports.toast,
    'If this page closes, the upload can’t be resumed: the browser does not store its record (private browsing, or a full disk). The upload continues.',
    'warning',
  );
}

function idsOf({ payload }: UploadEvent): readonly string[] {
  if ('files' in payload) return payload.files.map((file) => file.id);
  return 'ids' in payload ? payload.ids : [payload.id];
}

function collectFiles(
  changes: RecordChanges,
  written: Written,
  ids: ReadonlySet<string>,
  queue: readonly UploadFile[],
  origin: { readonly tab: string; readonly queuedAt: number },
): void {
  const byId = new Map(queue.filter((file) => ids.has(file.id)).map((file) => [file.id, file]));
  for (const id of ids) {
    const before = written.files.get(id);
    const file = byId.get(id);
    const record = file && fileRecord(file, before?.record ?? { ...origin, place: (written.placed += 1) });
    const after = addFileChanges(changes, id, before, record, (file && sessionOf(file)?.parts) ?? []);
    if (after === undefined) written.files.delete(id);
    else written.files.set(id, after);
  }
}

/** Counts the completed files of each user's queue until it is empty. */
function collectTallies(
  changes: RecordChanges,
  { tallies }: Written,
  batch: readonly UploadEvent[],
  queue: readonly UploadFile[],
  tab: string,
): void {
  const changed = new Set<string>();
  const add = ({ sponsorId, userId }: Pick<UploadFile, 'sponsorId' | 'userId'>, done: number, bytes: number): void => {
    const key = tallyKey({ tab, sponsorId, userId });
    const before = tallies.get(key) ?? { done: 0, bytes: 0 };
    tallies.set(key, {
      kind: 'tally',
      ...{ tab, sponsorId, userId },
      done: before.done + done,
      bytes: before.bytes + bytes,
    });
    changed.add(key);
  };
  for (const event of batch) {
    if (fileCompleted.match(event)) add(event.payload.receipt, 1, event.payload.receipt.size);
    if (!filesQueued.match(event)) continue;
    const { files, done } = event.payload;
    if (files[0] !== undefined && done !== undefined) add(files[0], done.files, done.bytes);
  }
  for (const [key, tally] of tallies) {
    if (queue.some((file) => belongsTo(file, tally))) {
      if (changed.has(key)) changes.records.push([key, tally]);
    } else {
      tallies.delete(key);
      changes.recordsGone.push(key);
    }
  }
}

/**
 * Returns false if the browser refuses. File records are written before and deleted before their parts, so a page that
 * closes in between leaves parts without a file, never a file without its parts.
 */
function* write(changes: RecordChanges): SagaOf<boolean> {
  const { records, files } = yield* getPorts();
  const fileStore = records('upload-journal');
  const partStore = records('upload-journal-parts');
  const withHandles = changes.records.map(([key, record]) => {
    const handle = files.handleOf(key);
    return [key, handle === undefined ? record : { ...record, handle }] as const;
  });
  const areFilesWritten =
    withHandles.length + changes.recordsGone.length === 0 ||
    (yield* call(fileStore.put, withHandles, changes.recordsGone));
  const arePartsWritten =
    changes.parts.length + changes.partsGone.length === 0 ||
    (yield* call(partStore.put, changes.parts, changes.partsGone));
  return areFilesWritten && arePartsWritten;
}
