import { createAction } from '@reduxjs/toolkit';
import type { Channel } from 'redux-saga';
import { TOAST_LASTING_MS } from '@data-manager/domain/constants';
import { sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import {
  actionChannel,
  call,
  delay,
  fork,
  put,
  select,
  takeAny,
  takeFrom,
  type SagaOf,
} from '@data-manager/lib/typedEffects';
import { handleEach } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { loginFound } from '../../session/sessionSlice';
import { isInPlace, placeDeleted, placeRestored } from '../deletedPlaces';
import { pageLock } from '../machine/pageLocks';
import { UPLOADS } from '../uploads/takeOver';
import { fileCompleted, filesQueued } from '../uploads/uploadsSlice';
import { discardFiles, discardInterrupted } from './discardInterrupted';
import { findInterrupted, type FoundInResumeStore, type ServerQuestion } from './findInterrupted';
import {
  checkRequested,
  discardRequested,
  reopenRequested,
  resumeRequested,
  selectInterruptedFiles,
} from './interruptedSlice';
import { reopenInterrupted, resumeInterrupted } from './resumeInterrupted';

type Command = ReturnType<
  | typeof loginFound
  | typeof checkRequested
  | typeof reopenRequested
  | typeof resumeRequested
  | typeof discardRequested
  | typeof placeDeleted
  | typeof placeRestored
  | typeof undoTimeEnded
  | typeof uploadedAgain
>;

/** The deletion of a place can no longer be undone. */
const undoTimeEnded = createAction<{ readonly fileIds: readonly string[] }>('places/undoTimeEnded');

/** The user chose interrupted files again instead of resuming them. */
const uploadedAgain = createAction<{ readonly fileIds: readonly string[] }>('interrupted/uploadedAgain');

/** The path of the deleted place by the id of an interrupted file in it. */
type DeletedFiles = Map<string, string>;

/** Longer than the toast with which a deletion is undone. */
const UNDO_MS = 2 * TOAST_LASTING_MS;

/**
 * Offers to resume the uploads of pages that have closed: reads their records at startup and after each command, and executes
 * commands one after another.
 */
export function* offerInterrupted(tab: string): SagaOf<void> {
  const commands: Channel<Command> = yield* actionChannel(
    loginFound,
    checkRequested,
    reopenRequested,
    resumeRequested,
    discardRequested,
    placeDeleted,
    placeRestored,
    undoTimeEnded,
    uploadedAgain,
  );
  const watchedTabs = new Set<string>();
  const deletedFiles: DeletedFiles = new Map();
  let asked: ServerQuestion | undefined;
  yield* fork(checkOnReturn);
  yield* fork(findUploadedAgain);
  for (;;) {
    const found = yield* findInterrupted(tab, deletedFiles, asked);
    for (const other of found.openTabs) {
      if (watchedTabs.has(other)) continue;
      watchedTabs.add(other);
      yield* fork(checkWhenClosed, other, watchedTabs);
    }
    const command = yield* takeFrom(commands);
    if (checkRequested.match(command)) asked = { place: command.payload?.place };
    if (placeDeleted.match(command)) yield* hideFiles(deletedFiles, command.payload, found);
    else if (placeRestored.match(command)) showFiles(deletedFiles, command.payload.path);
    else yield* execute(tab, command, found, deletedFiles);
  }
}

/**
 * Hides the interrupted uploads into a deleted place, but not those into a new place with the same title. They are discarded
 * once the deletion can't be undone.
 */
function* hideFiles(
  deletedFiles: DeletedFiles,
  { path, isPermanent, fromOtherTab }: ReturnType<typeof placeDeleted>['payload'],
  { files }: FoundInResumeStore,
): SagaOf<void> {
  const fileIds = files.filter(({ id, key }) => isInPlace(key, path) && !deletedFiles.has(id)).map(({ id }) => id);
  for (const id of fileIds) deletedFiles.set(id, path);
  if (fromOtherTab) return;
  yield* fork(function* waitForUndo(): SagaOf<void> {
    if (!isPermanent) yield* delay(UNDO_MS);
    yield* put(undoTimeEnded({ fileIds }));
  });
}

function showFiles(deletedFiles: DeletedFiles, restored: string): void {
  for (const [id, path] of deletedFiles) if (path === restored) deletedFiles.delete(id);
}

function* execute(tab: string, command: Command, found: FoundInResumeStore, deletedFiles: DeletedFiles): SagaOf<void> {
  if (reopenRequested.match(command)) yield* reopenInterrupted(tab, found);
  else if (resumeRequested.match(command)) yield* resumeInterrupted(tab, command.payload.files, found);
  else if (discardRequested.match(command)) yield* discardInterrupted(tab, command.payload.ids, found);
  else if (undoTimeEnded.match(command)) {
    const ids = command.payload.fileIds.filter((id) => deletedFiles.has(id) && found.origins.has(id));
    yield* discardFiles(tab, ids, found);
  } else if (uploadedAgain.match(command)) yield* discardFiles(tab, command.payload.fileIds, found);
}

/**
 * Finds interrupted files that the user chose again instead of resuming them. If parts of a file were sent, it is offered until its new
 * upload is complete.
 */
function* findUploadedAgain(): SagaOf<void> {
  for (;;) {
    const action = yield* takeAny(filesQueued, fileCompleted);
    const interrupted = yield* select(selectInterruptedFiles);
    if (interrupted.length === 0) continue;
    const again = filesQueued.match(action)
      ? unsentAmong(interrupted, action.payload.files)
      : sameAs(interrupted, action.payload.receipt);
    if (again.length > 0) yield* put(uploadedAgain({ fileIds: again.map(({ id }) => id) }));
  }
}

function unsentAmong(interrupted: readonly UploadFile[], queued: readonly UploadFile[]): readonly UploadFile[] {
  const keys = new Set(queued.map(({ key }) => key));
  return interrupted.filter((file) => sessionOf(file) === undefined && keys.has(file.key));
}

function sameAs(
  interrupted: readonly UploadFile[],
  { key, size }: Pick<UploadFile, 'key' | 'size'>,
): readonly UploadFile[] {
  return interrupted.filter((file) => file.key === key && file.size === size);
}

/** Another tab may have changed the resume store while the user was away, and its messages may have been lost. */
function* checkOnReturn(): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* handleEach(
    (listener: (returned: true) => void) => page.onReturn(() => listener(true)),
    () => put(checkRequested()),
  );
}

/** When another page closes, its uploads can be resumed here. */
function* checkWhenClosed(tab: string, watchedTabs: Set<string>): SagaOf<void> {
  const { locks } = yield* getPorts();
  yield* call(locks.exclusive, pageLock(UPLOADS, tab), () => Promise.resolve());
  watchedTabs.delete(tab);
  yield* put(checkRequested());
}
