import type { SetAsideFix } from '@data-manager/domain/follow/follow';
import {
  findNameReason,
  mayReplace,
  mayUploadAnyway,
  uploadOfFollowed,
  type HandledFile,
} from '@data-manager/domain/follow/followedFiles';
import { isUnchanged } from '@data-manager/domain/uploads/upload';
import { call, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { FolderMemory } from './folderMemory';
import { selectFollow } from './followsSlice';
import { removeRecords, writeRecords } from './persistFollows';
import { asideFile, clearSetAside, queue, setAside } from './scanFolder';

/** Carries out the user's decision about a file that was set aside. */
export function* fixSetAside(memory: FolderMemory, path: string, fix: SetAsideFix): SagaOf<void> {
  const file = memory.files.get(path);
  if (file?.state !== 'aside') return;
  if (fix.kind === 'skip') yield* skip(memory, file);
  else if (fix.kind === 'rename') yield* upload(memory, file, { name: fix.newName.trim(), isForced: false });
  else if (mayUploadAnyway(file.reason)) yield* upload(memory, file, { name: file.name, isForced: true });
}

type AsideFile = Extract<HandledFile, { readonly state: 'aside' }>;

function* skip({ id, files }: FolderMemory, { reason, ...file }: AsideFile): SagaOf<void> {
  // The server keeps the earlier content of a changed file.
  const skipped: HandledFile = { ...file, state: reason.kind === 'changed' ? 'done' : 'skipped' };
  files.set(skipped);
  yield* writeRecords(id, [skipped]);
  yield* clearSetAside(id, [file.path]);
}

/** A file as the user wants to have it uploaded. */
interface Wanted {
  readonly name: string;
  /** The user accepts the reason for which the file was set aside. */
  readonly isForced: boolean;
}

function* upload(
  memory: FolderMemory,
  { path, size, lastModified, reason: before }: AsideFile,
  { name, isForced }: Wanted,
): SagaOf<void> {
  const { folders } = yield* getPorts();
  const { id } = memory;
  const follow = yield* select(selectFollow, id);
  if (follow === undefined) return;
  const file = { path, size, lastModified };
  const [opened] = yield* call(folders.openFiles, follow.folderId, [path]);
  if (opened?.kind === 'unreadable') {
    yield* setAside(memory, [asideFile(follow, file, name, { kind: 'unreadable' })]);
    return;
  }
  if (opened?.kind !== 'opened' || !isUnchanged(file, opened.file)) {
    memory.startOver(path);
    yield* removeRecords(id, [path]);
    yield* clearSetAside(id, [path]);
    return;
  }
  const { key } = uploadOfFollowed(follow, file, name, '');
  const nameReason = findNameReason({ ...file, name, key }, follow, memory.files);
  const contentReason = opened.problem && ({ kind: 'content', problem: opened.problem } as const);
  const reason = [nameReason, contentReason].find((one) => one !== undefined && !(isForced && mayUploadAnyway(one)));
  if (reason !== undefined) {
    yield* setAside(memory, [asideFile(follow, file, name, reason)]);
    return;
  }
  const isListed = follow.setAside.some((one) => one.path === path);
  if (!isListed) yield* clearSetAside(id, [path]);
  const isReplacing = isForced && mayReplace(before);
  yield* queue(follow, memory, [{ ...file, name, source: opened.file, isReplacing }], follow.numbered);
}
