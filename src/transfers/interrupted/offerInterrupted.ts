import { createAction } from '@reduxjs/toolkit';
import type { Channel } from 'redux-saga';
import { TOAST_LASTING_MS } from '@data-manager/domain/constants';
import { actionChannel, call, delay, fork, put, takeFrom, type SagaOf } from '@data-manager/lib/typedEffects';
import { handleEach } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { loginFound } from '../../session/sessionSlice';
import { isInPlace, placeDeleted, placeRestored } from '../deletedPlaces';
import { pageLock } from '../machine/pageLocks';
import { UPLOADS } from '../uploads/takeOver';
import { discardFiles, discardInterrupted } from './discardInterrupted';
import { findInterrupted, type FoundInResumeStore } from './findInterrupted';
import { checkRequested, discardRequested, reopenRequested, resumeRequested } from './interruptedSlice';
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
>;

/** The deletion of a place can no longer be undone. */
const undoTimeEnded = createAction<{ readonly fileIds: readonly string[] }>('places/undoTimeEnded');

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
  );
  const watchedTabs = new Set<string>();
  const deletedFiles: DeletedFiles = new Map();
  yield* fork(checkOnReturn);
  for (;;) {
    const found = yield* findInterrupted(tab, deletedFiles);
    for (const other of found.openTabs) {
      if (watchedTabs.has(other)) continue;
      watchedTabs.add(other);
      yield* fork(checkWhenClosed, other, watchedTabs);
    }
    const command = yield* takeFrom(commands);
    if (placeDeleted.match(command)) yield* hideFiles(deletedFiles, command.payload, found);
    else if (placeRestored.match(command)) showFiles(deletedFiles, command.payload.path);
    else yield* execute(tab, command, found);
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

function* execute(tab: string, command: Command, found: FoundInResumeStore): SagaOf<void> {
  if (reopenRequested.match(command)) yield* reopenInterrupted(tab, found);
  else if (resumeRequested.match(command)) yield* resumeInterrupted(tab, command.payload.files, found);
  else if (discardRequested.match(command)) yield* discardInterrupted(tab, command.payload.ids, found);
  else if (undoTimeEnded.match(command)) {
    const fileIds = new Set(command.payload.fileIds);
    yield* discardFiles(
      tab,
      found.deleted.map(({ id }) => id).filter((id) => fileIds.has(id)),
      found,
    );
  }
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
