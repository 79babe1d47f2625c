import { buffers, eventChannel, type Channel, type EventChannel } from 'redux-saga';
import type { FailureKind } from '@data-manager/domain/failures/failure';
import { endText } from '@data-manager/domain/follow/announceFollows';
import { isFollowActive, REST_MS, type Follow } from '@data-manager/domain/follow/follow';
import { type FollowedFiles } from '@data-manager/domain/follow/followedFiles';
import { areImagesComplete, withMetadata } from '@data-manager/domain/follow/images';
import { findNameReason } from '@data-manager/domain/follow/takeFollowed';
import { belongsTo } from '@data-manager/domain/session/session';
import { compositeChecksum } from '@data-manager/domain/uploads/checksums';
import { isUnchanged, isUploadPending } from '@data-manager/domain/uploads/upload';
import { someItem } from '@data-manager/lib/chunks';
import { omit } from '@data-manager/lib/omit';
import { counted, plural } from '@data-manager/lib/plural';
import {
  actionChannel,
  arm,
  call,
  fork,
  put,
  putTo,
  race,
  select,
  takeFrom,
  takeWaiting,
  type ActionOf,
  type SagaOf,
} from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { completeUpload, readDataset } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import { supervise } from '../../platform/supervise';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { hasPart } from '../uploads/checkContent';
import { selectUpload, type WithUploads } from '../uploads/uploadsSelectors';
import { fileCompleted, fileSetAside, queueCancelled } from '../uploads/uploadsSlice';
import { fixSetAside } from './fixSetAside';
import { FolderMemory } from './folderMemory';
import {
  expectedChanged,
  followEnded,
  followStopped,
  idleNoticed,
  selectFollow,
  setAsideFixRequested,
  waitingEnded,
  waitingStarted,
  type resumeRequested,
  type WithFollows,
} from './followsSlice';
import { forget, markDone, reopenTaken, withdraw } from './reopenTaken';
import { scanFolder, setAside } from './scanFolder';

/** Number of times an upload may fail to read a file before the user has to decide. */
const MAX_FAILURES = 3;

/** Failures after which the server is contacted again. */
const WAIT_KINDS: ReadonlySet<FailureKind> = new Set(['unreachable', 'unauthorized']);

type State = WithFollows & WithSession;

const EVENTS = [fileCompleted, fileSetAside, queueCancelled] as const;

type Message = ReturnType<(typeof EVENTS)[number]>;

/** A command of the user that the saga of the folder carries out between its own steps. */
export interface Decision {
  readonly command: ActionOf<typeof resumeRequested | typeof setAsideFixRequested>;
  /** Gets a message when the command is carried out. */
  readonly handled: Channel<object>;
}

/** What a folder's saga reacts to. */
interface Inbox {
  readonly messages: Channel<Message>;
  readonly decisions: Channel<Decision>;
  /** The browser has reported changes in the folder. */
  readonly hints: EventChannel<object>;
}

/** Scans a followed folder until it is removed from the list, and carries out what the user decides about its files. */
export function* driveFollow(id: string, files: FollowedFiles, decisions: Channel<Decision>): SagaOf<void> {
  const { folders } = yield* getPorts();
  const started = yield* select(selectFollow, id);
  if (started === undefined) return;
  const memory = new FolderMemory(id, files);
  // What closed pages have found counts, unless the clock was set back since.
  const { lastNewAt = started.startedAt } = started;
  const restedMs = Math.max(0, (yield* memory.noteChange()) - lastNewAt);
  memory.changedAt -= restedMs;
  const messages = yield* actionChannel(...EVENTS);
  const hints = eventChannel<object>((emit) => folders.watch(started.folderId, () => emit({})), buffers.sliding(1));
  const inbox: Inbox = { messages, decisions, hints };
  try {
    for (;;) {
      yield* reactToWaiting(memory, inbox);
      yield* endIfDone(memory);
      yield* scanIfDue(memory);
      yield* endIfDone(memory);
      yield* noticeIdleness(memory);
      if ((yield* select(selectFollow, id)) === undefined) return;
      yield* waitForNext(memory, inbox);
    }
  } finally {
    hints.close();
  }
}

/** Reacts to what has arrived meanwhile. */
function* reactToWaiting(memory: FolderMemory, { messages, decisions }: Inbox): SagaOf<void> {
  for (const message of yield* takeWaiting(messages)) yield* handle(memory, message);
  for (const decision of yield* takeWaiting(decisions)) yield* decide(memory, decision);
}

function* scanIfDue(memory: FolderMemory): SagaOf<void> {
  const { clock } = yield* getPorts();
  if (memory.timeToScan(yield* call(clock.elapsed)) > 0) return;
  const follow = yield* findReadable(memory);
  if (follow !== undefined) {
    // The scan doesn't wait for the server.
    if (memory.isMetadataDue()) yield* fork(supervise, readMetadata, follow);
    if (!memory.isReopened) memory.isReopened = yield* reopenTaken(follow, memory);
    yield* takeFitting(follow, memory);
    yield* scanFolder(memory);
  }
  memory.endScan(yield* call(clock.elapsed));
}

/** Reads the metadata of the dataset: its number of sections or its channels may have been corrected. */
function* readMetadata({ id, keyPrefix, dataset }: Follow): SagaOf<void> {
  if (dataset === undefined) return;
  const [project = ''] = keyPrefix.split('/');
  const stated = yield* call(readDataset, project, dataset);
  const follow = yield* select(selectFollow, id);
  const expected = stated && withMetadata(follow?.expected, stated);
  if (expected === undefined || JSON.stringify(expected) === JSON.stringify(follow?.expected)) return;
  yield* put(expectedChanged({ id, expected }));
}

/** Takes files that were set aside because of a number of sections that has since become larger. */
function* takeFitting(follow: Follow, memory: FolderMemory): SagaOf<void> {
  if (memory.expected === follow.expected) return;
  memory.expected = follow.expected;
  for (const file of memory.files.all()) {
    if (file.state !== 'aside' || file.reason.kind !== 'beyond-total') continue;
    const isFitting = findNameReason(file, follow, memory.files)?.kind !== 'beyond-total';
    if (isFitting) yield* fixSetAside(memory, file.path, { kind: 'rename', newName: file.name });
  }
}

/** Waits for something to do, and reacts to it. */
function* waitForNext(memory: FolderMemory, { messages, decisions, hints }: Inbox): SagaOf<void> {
  const { clock } = yield* getPorts();
  const { id } = memory;
  const now = yield* call(clock.elapsed);
  const before = yield* select(selectSituation, id);
  const { message, decision, hint } = yield* race({
    message: arm.call(takeFrom<Message>, messages),
    decision: arm.call(takeFrom<Decision>, decisions),
    hint: arm.call(takeFrom<object>, hints),
    later: arm.delay(memory.timeToScan(now)),
    changed: arm.call(waitFor<boolean>, (state: State) => selectSituation(state, id) !== before),
  });
  if (message !== undefined) yield* handle(memory, message);
  if (decision !== undefined) yield* decide(memory, decision);
  // Signed in again, removed, or the metadata was corrected.
  if ((yield* select(selectSituation, id)) !== before) memory.scanNow();
  else if (hint !== undefined) memory.scanSoon(yield* call(clock.elapsed));
}

/** Returns the state besides the files that determines the next step. */
function selectSituation(state: State, id: string): string {
  const follow = selectFollow(state, id);
  if (follow === undefined) return 'removed';
  const isOwn = belongsTo(follow, selectSessionOwner(state));
  const sections = follow.expected?.sections ?? '';
  return `${follow.phase === 'waiting' ? follow.reason : follow.phase} ${isOwn ? 'own' : ''} ${sections}`;
}

/** Returns the follow if its folder can be read and its files can be uploaded. */
function* findReadable(memory: FolderMemory): SagaOf<Follow | undefined> {
  const { folders } = yield* getPorts();
  const { id } = memory;
  const follow = yield* select(selectFollow, id);
  if (follow === undefined || !isFollowActive(follow)) return undefined;
  if (!belongsTo(follow, yield* select(selectSessionOwner))) {
    yield* put(waitingStarted({ id, reason: 'session' }));
    return undefined;
  }
  const access = yield* call(folders.access, follow.folderId, 'read');
  if (access !== 'granted') {
    yield* put(waitingStarted({ id, reason: access === 'gone' ? 'folder' : 'permission' }));
    return undefined;
  }
  if (follow.phase === 'waiting') {
    yield* memory.noteChange();
    yield* put(waitingEnded({ id }));
  }
  return yield* select(selectFollow, id);
}

/** Reacts to an event of the uploads. */
function* handle(memory: FolderMemory, message: Message): SagaOf<void> {
  if (fileCompleted.match(message)) yield* finishFile(memory, message.payload);
  else if (fileSetAside.match(message)) yield* retryFile(memory, message.payload);
  else yield* setCancelledAside(memory, message.payload.ids);
}

/** Carries out a decision of the user. */
function* decide(memory: FolderMemory, { command, handled }: Decision): SagaOf<void> {
  const isFix = setAsideFixRequested.match(command);
  if (isFix) yield* fixSetAside(memory, command.payload.path, command.payload.fix);
  yield* putTo(handled, {});
  if (!isFix) memory.scanNow();
}

/**
 * Looks once more at a file that was uploaded: programs that copy files may create them with their full size, and write the
 * content later, the end last. A changed file is set aside, at once or when it no longer grows.
 */
function* finishFile(memory: FolderMemory, { id, receipt }: ReturnType<typeof fileCompleted>['payload']): SagaOf<void> {
  const { folders } = yield* getPorts();
  const file = memory.files.findById(id);
  const follow = yield* select(selectFollow, memory.id);
  if (file === undefined || follow === undefined) return;
  memory.finishUpload(file.path);
  const [opened] = yield* call(folders.openFiles, follow.folderId, [file.path]);
  yield* markDone(memory, [file]);
  if (opened?.kind !== 'opened') return;
  if (!isUnchanged(file, opened.file)) memory.reportAgain([file.path]);
  else if (!(yield* hasPart(opened.file, receipt, receipt.parts.at(-1)))) {
    yield* setAside(memory, [{ ...omit(file, 'id'), state: 'aside', reason: { kind: 'changed' } }]);
  }
}

/**
 * A file that was changed, renamed or deleted before it was uploaded is taken again when it has stopped growing. One whose name
 * is taken on the server is set aside.
 */
function* retryFile(
  memory: FolderMemory,
  { id: uploadId, failure }: ReturnType<typeof fileSetAside>['payload'],
): SagaOf<void> {
  const { folders } = yield* getPorts();
  const file = memory.files.findById(uploadId);
  const follow = yield* select(selectFollow, memory.id);
  const upload = yield* select(selectUpload, uploadId);
  if (file === undefined || follow === undefined || upload === undefined) return;
  if (failure.kind === 'name-taken') {
    yield* withdraw(upload);
    yield* setAside(memory, [{ ...omit(file, 'id'), state: 'aside', reason: { kind: 'on-server' } }]);
    return;
  }
  if (failure.kind !== 'file-gone' && failure.kind !== 'file-changed') return;
  const [opened] = yield* call(folders.openFiles, follow.folderId, [file.path]);
  const isReadable = opened?.kind === 'opened' && isUnchanged(file, opened.file);
  if (isReadable && memory.countFailure(file.path) >= MAX_FAILURES) return;
  yield* forget(memory, file, upload);
}

function* setCancelledAside(memory: FolderMemory, ids: readonly string[]): SagaOf<void> {
  const cancelled = ids.flatMap((uploadId) => memory.files.findById(uploadId) ?? []);
  yield* setAside(
    memory,
    cancelled.map((file) => ({ ...omit(file, 'id'), state: 'aside', reason: { kind: 'cancelled' } })),
  );
}

/** Ends when the files are sent that were taken before the user stopped, or when nothing has changed for long. */
function* endIfDone(memory: FolderMemory): SagaOf<void> {
  const { clock, toast } = yield* getPorts();
  const { id } = memory;
  const follow = yield* select(selectFollow, id);
  if (follow?.phase !== 'stopping' && follow?.phase !== 'following') return;
  const restedMs = (yield* call(clock.elapsed)) - memory.changedAt;
  // Files that were written while no page was open have been found by then.
  const isResting = restedMs >= REST_MS && memory.isStartFound();
  if (follow.phase === 'following' && (!isResting || follow.growing > 0)) return;
  if ((yield* select(selectIsSending, memory)) || !(yield* markLastSent(follow))) return;
  const at = yield* call(clock.now);
  const how = follow.phase === 'stopping' ? 'stopped' : 'rested';
  yield* put(how === 'stopped' ? followStopped({ id, at }) : followEnded({ id, how, at }));
  yield* call(toast, endNotice(follow, how), follow.setAsideCount > 0 ? 'warning' : 'success');
}

function selectIsSending({ uploads }: WithUploads, { files, isReopened }: FolderMemory): boolean {
  if (!isReopened && files.takenFiles().length > 0) return true;
  return someItem(uploads.files, (file) => isUploadPending(file) && files.findById(file.id) !== undefined);
}

/**
 * Marks the latest uploaded file as the last one on the server, if nothing was left to send when the user stopped:
 * completes its upload once more, as after a lost response. Gives up if the server no longer has the upload.
 *
 * @returns false if the server can't be reached now
 */
function* markLastSent({ lastSent }: Follow): SagaOf<boolean> {
  if (lastSent === null) return true;
  const { key, uploadId, md5s } = lastSent;
  const result = yield* call(completeUpload, {
    key,
    uploadId,
    parts: md5s.map((md5, index) => ({ PartNumber: index + 1, ETag: md5, checksum: md5 })),
    checksum: compositeChecksum(md5s),
    lastFile: true,
  });
  return result.ok || !WAIT_KINDS.has(result.failure.kind);
}

/** Files that are set aside are the reason why it is a warning. */
function endNotice({ folderName, setAsideCount }: Follow, how: 'stopped' | 'rested'): string {
  const needs = plural(setAsideCount, 'needs', 'need');
  const setAside = setAsideCount > 0 ? ` ${counted(setAsideCount, 'file')} ${needs} your decision.` : '';
  return `${endText({ how, folderName })}${setAside}`;
}

/** Records once that there was no new file for the set time. */
function* noticeIdleness(memory: FolderMemory): SagaOf<void> {
  const { clock } = yield* getPorts();
  const { id } = memory;
  const follow = yield* select(selectFollow, id);
  if (follow?.phase !== 'following' || follow.isIdle || areImagesComplete(follow.images, follow.expected)) return;
  const idleMs = (yield* call(clock.elapsed)) - memory.changedAt;
  if (idleMs >= follow.idleAfterMs) yield* put(idleNoticed({ id }));
}
