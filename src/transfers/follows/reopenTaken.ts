import { type Follow } from '@data-manager/domain/follow/follow';
import { type TakenFile } from '@data-manager/domain/follow/followedFiles';
import { uploadOfFollowed } from '@data-manager/domain/follow/takeFollowed';
import { isUnchanged, sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import { inChunks } from '@data-manager/lib/chunks';
import { omit } from '@data-manager/lib/omit';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { cancelUpload } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import { getRecords, readRecords } from '../../platform/records/getRecords';
import { hasSameContent } from '../uploads/checkContent';
import { findOpenTabs, readResumeRecords, takeOver, waitForOwnTab } from '../uploads/takeOver';
import { selectAllUploads } from '../uploads/uploadsSelectors';
import { fileRemoved, filesQueued } from '../uploads/uploadsSlice';
import { FILES_PER_BATCH, type FolderMemory } from './folderMemory';
import { filesForgotten } from './followsSlice';
import { removeRecords, writeRecords } from './persistFollows';

/**
 * Requeues the files that an earlier page passed to its uploads, but whose completion was not recorded. They keep their
 * ids, so that parts that were uploaded are not sent again, and so that interrupted uploads are offered once.
 *
 * @returns false if another tab is uploading some of them
 */
export function* reopenTaken(follow: Follow, memory: FolderMemory): SagaOf<boolean> {
  const queued = new Set((yield* select(selectAllUploads)).map(({ id }) => id));
  const lost = memory.files.takenFiles().filter(({ id }) => !queued.has(id));
  if (lost.length === 0) return true;
  const receipts = yield* readRecords('receipts');
  const done = lost.filter(({ id }) => receipts?.has(id) === true);
  yield* markDone(memory, done);
  const { interrupted, elsewhere } = yield* takeOverInterrupted(lost.map(({ id }) => id));
  const left = lost.filter(({ id }) => receipts?.has(id) !== true && !elsewhere.has(id));
  for (const batch of inChunks(left, FILES_PER_BATCH)) yield* reopen(follow, memory, batch, interrupted);
  return elsewhere.size === 0;
}

/** Records that files were uploaded. */
export function* markDone({ id, files }: FolderMemory, done: readonly TakenFile[]): SagaOf<void> {
  if (done.length === 0) return;
  const after = done.map((file) => ({ ...omit(file, 'id'), state: 'done' as const }));
  for (const file of after) files.set(file);
  yield* writeRecords(id, after);
}

/** Takes interrupted uploads over, and returns them by id with the ids of uploads that another tab is sending or has discarded. */
function* takeOverInterrupted(ids: readonly string[]): SagaOf<{
  readonly interrupted: ReadonlyMap<string, UploadFile>;
  readonly elsewhere: ReadonlySet<string>;
}> {
  const wanted = new Set(ids);
  const entries = ((yield* readResumeRecords())?.entries ?? []).filter(({ file }) => wanted.has(file.id));
  const openTabs = yield* findOpenTabs(new Set(entries.map(({ tab }) => tab)));
  const closed = entries.filter(({ tab }) => !openTabs.includes(tab));
  const origins = new Map(closed.map(({ file, tab }) => [file.id, tab]));
  const taken = yield* takeOver(yield* waitForOwnTab(), origins, origins.keys());
  const interrupted = new Map(taken.map((file) => [file.id, file]));
  const elsewhere = new Set(entries.map(({ file }) => file.id).filter((id) => !interrupted.has(id)));
  return { interrupted, elsewhere };
}

function* reopen(
  follow: Follow,
  memory: FolderMemory,
  taken: readonly TakenFile[],
  interrupted: ReadonlyMap<string, UploadFile>,
): SagaOf<void> {
  const { folders, files } = yield* getPorts();
  const opened = yield* call(
    folders.openFiles,
    follow.folderId,
    taken.map(({ path }) => path),
  );
  const again: UploadFile[] = [];
  for (const [index, file] of taken.entries()) {
    const result = opened[index];
    const upload = interrupted.get(file.id) ?? uploadOfFollowed(follow, file, file.name, file.id);
    const isSame = result?.kind === 'opened' && isUnchanged(file, result.file);
    if (isSame && (yield* hasSameContent(upload, result.file))) {
      yield* call(files.keep, file.id, result.file);
      again.push(upload);
    } else yield* forget(memory, file, upload);
  }
  if (again.length > 0) yield* put(filesQueued({ files: again }));
}

/**
 * Deletes the record of a file that was deleted or changed before it was uploaded. It is taken again when it has
 * stopped growing.
 */
export function* forget(memory: FolderMemory, file: TakenFile, upload: UploadFile): SagaOf<void> {
  yield* withdraw(upload);
  memory.startOver(file.path);
  yield* removeRecords(memory.id, [file.path]);
  yield* put(filesForgotten({ id: memory.id, ids: [file.id] }));
}

/** Removes a failed upload and its parts, in this page and on the server. */
export function* withdraw(upload: UploadFile): SagaOf<void> {
  const { files } = yield* getPorts();
  const { id, key } = upload;
  const session = sessionOf(upload);
  if (session !== undefined) yield* call(cancelUpload, { key, uploadId: session.uploadId });
  yield* put(fileRemoved({ id }));
  yield* call(files.release, id);
  const journal = yield* getRecords('upload-journal');
  yield* call(journal.remove, [id]);
}
