import type { SetAsideFix, SetAsideReason } from '@data-manager/domain/follow/follow';
import { type AsideFile, type HandledFile } from '@data-manager/domain/follow/followedFiles';
import { findNameReason, isReplaced, REASON_TRAITS, uploadOfFollowed } from '@data-manager/domain/follow/takeFollowed';
import { isUnchanged } from '@data-manager/domain/uploads/upload';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { FolderMemory } from './folderMemory';
import { prefixAccepted, selectFollow } from './followsSlice';
import { removeRecords, writeRecords } from './persistFollows';
import { asideFile, clearSetAside, queue, setAside } from './scanFolder';

/** Carries out the user's decision about a file that was set aside. */
export function* fixSetAside(memory: FolderMemory, path: string, fix: SetAsideFix): SagaOf<void> {
  const file = memory.files.get(path);
  if (file?.state !== 'aside') return;
  const { reason } = file;
  const alike = reason.kind === 'foreign' ? memory.files.asideFor(reason.prefix) : [file];
  if (fix.kind === 'skip') yield* skip(memory, alike);
  else if (fix.kind === 'rename') yield* upload(memory, file, { name: fix.newName.trim(), isForced: false });
  else if (REASON_TRAITS[reason.kind].upload !== undefined) {
    if (reason.kind === 'foreign') yield* put(prefixAccepted({ id: memory.id, prefix: reason.prefix }));
    for (const one of alike) yield* upload(memory, one, { name: one.name, isForced: true });
  }
}

function* skip({ id, files }: FolderMemory, aside: readonly AsideFile[]): SagaOf<void> {
  const skipped = aside.map(({ reason, ...file }): HandledFile => {
    // The server keeps the earlier content of a changed file.
    return { ...file, state: reason.kind === 'changed' ? 'done' : 'skipped' };
  });
  for (const file of skipped) files.set(file);
  yield* writeRecords(id, skipped);
  yield* clearSetAside(
    id,
    skipped.map(({ path }) => path),
  );
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
  // The user has accepted the reason that was shown. Damaged content is shown before the others, once it can be read.
  const isAccepted = (one: SetAsideReason): boolean =>
    isForced &&
    (one.kind === 'content'
      ? before.kind !== 'unreadable'
      : one.kind === before.kind || (isReplaced(one) && isReplaced(before)));
  const reason = [nameReason, contentReason].find((one) => one !== undefined && !isAccepted(one));
  if (reason !== undefined) {
    yield* setAside(memory, [asideFile(follow, file, name, reason)]);
    return;
  }
  const isListed = follow.setAside.some((one) => one.path === path);
  if (!isListed) yield* clearSetAside(id, [path]);
  const isReplacing = isForced && isReplaced(before);
  yield* queue(follow, memory, [{ ...file, name, source: opened.file, isReplacing }], follow.numbered);
}
