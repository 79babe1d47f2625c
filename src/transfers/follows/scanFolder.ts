import type { Follow, SetAsideReason } from '@data-manager/domain/follow/follow';
import { type HandledFile, type TakenFile } from '@data-manager/domain/follow/followedFiles';
import type { SeenFile } from '@data-manager/domain/follow/scans';
import {
  classifySettled,
  findNameReason,
  nameByRule,
  uploadOfFollowed,
} from '@data-manager/domain/follow/takeFollowed';
import { isUnchanged } from '@data-manager/domain/uploads/upload';
import { inChunks } from '@data-manager/lib/chunks';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { omit } from '@data-manager/lib/omit';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import type { OpenedFile } from '../../platform/folders/folderPorts';
import { getPorts } from '../../platform/getPorts';
import { filesQueued } from '../uploads/uploadsSlice';
import { FILES_PER_BATCH, type FolderMemory } from './folderMemory';
import {
  filesSetAside,
  filesTaken,
  folderScanned,
  selectFollow,
  setAsideCleared,
  waitingStarted,
} from './followsSlice';
import { removeRecords, writeRecords } from './persistFollows';

/** Takes the files that have stopped growing since the previous scan. */
export function* scanFolder(memory: FolderMemory): SagaOf<void> {
  const { clock, folders } = yield* getPorts();
  const { id } = memory;
  const again = memory.takePathsToReport();
  for (let isRest = false; ; isRest = true) {
    const follow = yield* select(selectFollow, id);
    if (follow?.phase !== 'following') return;
    const now = yield* call(clock.elapsed);
    const scanned = yield* call(folders.scan, { folderId: follow.folderId, again, isRest, now });
    if (scanned.kind === 'failed') {
      memory.reportAgain(again);
      yield* put(waitingStarted({ id, reason: scanned.fault === 'gone' ? 'folder' : 'permission' }));
      return;
    }
    yield* forgetGone(memory, scanned.gone);
    for (const batch of inChunks(scanned.settled, FILES_PER_BATCH)) yield* takeSettled(memory, batch, now);
    if (scanned.hasRest) continue;
    memory.countScan();
    yield* put(folderScanned({ id, growing: scanned.growing + memory.countIncomplete() }));
    return;
  }
}

/** Deleted files need no decision. A file that appears with the size and time of a deleted one was renamed. */
function* forgetGone(memory: FolderMemory, paths: readonly string[]): SagaOf<void> {
  const cleared = paths.filter((path) => memory.markGone(path) === 'forgotten');
  if (cleared.length === 0) return;
  yield* removeRecords(memory.id, cleared);
  yield* clearSetAside(memory.id, cleared);
}

function* takeSettled(memory: FolderMemory, settled: readonly SeenFile[], now: number): SagaOf<void> {
  const follow = yield* select(selectFollow, memory.id);
  if (follow?.phase !== 'following') {
    // Stopped, or signed out.
    memory.reportAgain(settled.map(({ path }) => path));
    return;
  }
  const { wanted, aside } = sortSettled(follow, memory, settled);
  const { ready, unusable } = yield* openWanted(follow, memory, wanted, now);
  const unnamed = yield* takeReady(memory, ready);
  const found = [...aside, ...unusable, ...unnamed];
  if (found.length === 0) return;
  yield* setAside(memory, found, yield* memory.noteChange());
}

/** Returns the files to take, and those to set aside because of their history. The others need nothing now. */
function sortSettled(follow: Follow, memory: FolderMemory, settled: readonly SeenFile[]) {
  const wanted: SeenFile[] = [];
  const aside: HandledFile[] = [];
  for (const file of settled) {
    const handled = memory.files.get(file.path);
    switch (classifySettled(file, handled)) {
      case 'take': {
        const formerPath = memory.files.findFormerPath(file);
        if (formerPath === undefined || formerPath === file.path) wanted.push(file);
        // Its upload fails, and then it is taken under its new name.
        else if (memory.files.get(formerPath)?.state === 'taken') memory.reportAgain([file.path]);
        else aside.push(asideByRule(follow, file, { kind: 'renamed', path: formerPath }));
        break;
      }
      case 'changed':
        if (handled !== undefined) aside.push({ ...handled, ...file, state: 'aside', reason: { kind: 'changed' } });
        break;
      case 'none':
        break;
    }
  }
  return { wanted, aside };
}

/** Opens files. Returns the complete files, and the files that can't be uploaded. The others are reported again. */
function* openWanted(
  follow: Follow,
  memory: FolderMemory,
  wanted: readonly SeenFile[],
  now: number,
): SagaOf<{ readonly ready: readonly ReadyFile[]; readonly unusable: readonly HandledFile[] }> {
  const ready: ReadyFile[] = [];
  const unusable: HandledFile[] = [];
  if (wanted.length === 0) return { ready, unusable };
  const { folders } = yield* getPorts();
  const paths = wanted.map(({ path }) => path);
  const opened = yield* call(folders.openFiles, follow.folderId, paths);
  for (const [index, file] of wanted.entries()) {
    const source = opened[index] ?? { kind: 'missing' };
    const reason = checkContent(memory, file, source, now);
    if (reason === 'again') continue;
    if (reason !== undefined) unusable.push(asideByRule(follow, file, reason));
    else if (source.kind === 'opened') ready.push({ ...file, source: source.file });
  }
  return { ready, unusable };
}

function asideByRule(follow: Follow, file: SeenFile, reason: SetAsideReason): HandledFile {
  return asideFile(follow, file, nameByRule(file, follow.rule, follow.numbered).name, reason);
}

/** Returns undefined for a file that can be uploaded, and `again` for one that has to be checked again. */
function checkContent(
  memory: FolderMemory,
  file: SeenFile,
  source: OpenedFile,
  now: number,
): SetAsideReason | 'again' | undefined {
  const { path } = file;
  const isGrowing = source.kind === 'opened' && !isUnchanged(file, source.file);
  if (source.kind === 'missing' || isGrowing) {
    memory.clearIncomplete(path);
    memory.reportAgain([path]);
    return 'again';
  }
  if (source.kind === 'opened' && source.problem === undefined) {
    memory.clearIncomplete(path);
    return undefined;
  }
  if (memory.mayBeCompleted(file, now)) return 'again';
  return source.kind === 'opened' && source.problem !== undefined
    ? { kind: 'content', problem: source.problem }
    : { kind: 'unreadable' };
}

/** A complete file. */
interface ReadyFile extends SeenFile {
  readonly source: File;
}

/** A complete file with its name on the server. */
interface NamedFile extends ReadyFile {
  readonly name: string;
  readonly numbered?: number;
  /** True if it replaces a file on the server. */
  readonly isReplacing?: boolean;
}

/** Names complete files and queues them. Returns the files that can't be uploaded under their names. */
function* takeReady(memory: FolderMemory, ready: readonly ReadyFile[]): SagaOf<readonly HandledFile[]> {
  const follow = yield* select(selectFollow, memory.id);
  if (follow === undefined) return [];
  const aside: HandledFile[] = [];
  const named: NamedFile[] = [];
  const keys = new Map<string, string>();
  let { numbered } = follow;
  for (const file of ready) {
    const given = nameByRule(file, follow.rule, numbered);
    const { key } = uploadOfFollowed(follow, file, given.name, '');
    const other = keys.get(key);
    const reason: SetAsideReason | undefined = !given.isNamed
      ? { kind: 'invalid-name' }
      : other === undefined
        ? findNameReason({ ...file, name: given.name, key }, follow, memory.files)
        : { kind: 'duplicate', path: other };
    if (reason !== undefined) {
      aside.push(asideFile(follow, file, given.name, reason));
      continue;
    }
    keys.set(key, file.path);
    named.push({ ...file, name: given.name, ...(given.numbered > numbered && { numbered: given.numbered }) });
    numbered = given.numbered;
  }
  yield* queue(follow, memory, named, numbered);
  return aside;
}

/**
 * Passes files to the uploads. They are recorded first, so that a reload finds them and checks whether they were
 * uploaded.
 */
export function* queue(
  follow: Follow,
  memory: FolderMemory,
  named: readonly NamedFile[],
  numbered: number,
): SagaOf<void> {
  if (named.length === 0) return;
  const ports = yield* getPorts();
  const { id } = follow;
  const uploads = [];
  const taken: TakenFile[] = [];
  for (const { source, isReplacing = false, ...file } of named) {
    const upload = uploadOfFollowed(follow, file, file.name, yield* call(ports.files.add, source));
    uploads.push(isReplacing ? { ...omit(upload, 'onlyIfAbsent'), act: upload.id } : upload);
    taken.push({ ...file, key: upload.key, state: 'taken', id: upload.id });
  }
  for (const file of taken) memory.files.set(file);
  yield* writeRecords(id, taken);
  const at = yield* memory.noteChange();
  yield* put(
    filesTaken({
      id,
      paths: taken.map(({ path }) => path),
      at,
      numbered,
      ...(!memory.isStartFound() && { areOld: true }),
    }),
  );
  yield* put(filesQueued({ files: uploads }));
}

/**
 * Sets files aside until the user decides.
 * @param at when a scan found them
 */
export function* setAside({ id, files }: FolderMemory, aside: readonly HandledFile[], at?: number): SagaOf<void> {
  if (aside.length === 0) return;
  const before = aside.filter(({ path }) => files.get(path)?.state === 'aside').map(({ path }) => path);
  for (const file of aside) files.set(file);
  yield* writeRecords(id, aside);
  if (before.length > 0) yield* clearSetAside(id, before);
  yield* put(
    filesSetAside({
      id,
      ...(at !== undefined && { at }),
      files: aside.flatMap((file) =>
        file.state === 'aside' ? { path: file.path, name: file.name, size: file.size, reason: file.reason } : [],
      ),
    }),
  );
}

/** Returns a file that is set aside. */
export function asideFile(
  follow: Follow,
  { path, size, lastModified }: SeenFile,
  name: string,
  reason: SetAsideReason,
): HandledFile {
  const file = { path, size, lastModified };
  const { key } = uploadOfFollowed(follow, file, name === '' ? lastSegment(path) : name, '');
  return { ...file, name, key, state: 'aside', reason };
}

/** Removes files from the set-aside files, listed or not. */
export function* clearSetAside(id: string, paths: readonly string[]): SagaOf<void> {
  const follow = yield* select(selectFollow, id);
  const listed = new Set(follow?.setAside.map(({ path }) => path));
  const unlisted = paths.filter((path) => !listed.has(path)).length;
  yield* put(setAsideCleared({ id, paths, ...(unlisted > 0 && { unlisted }) }));
}
