import { lastSegment } from '@data-manager/lib/lastSegment';
import { planRenames, type RenameOptions } from '../names/bulkRename';
import { isMosaicName, isNamedLikeTiff, namePrefix, parseFileName } from '../names/grammar';
import { keyProblem } from '../names/keyRules';
import { foreignDataset } from '../names/nameTrouble';
import { isUnchanged, newUpload, type UploadFile } from '../uploads/upload';
import { UPLOAD_MAX_BYTES } from '../uploads/uploadPlan';
import type { Follow, ForeignFiles, SetAsideReason } from './follow';
import type { SeenFile } from './scans';

/** A file of a followed folder that was taken, set aside or skipped. */
export type HandledFile = SeenFile & {
  /** The name on the server, without folders. */
  readonly name: string;
  readonly key: string;
  /** Files that the rule had numbered, this one included; absent if the rule did not number it. */
  readonly numbered?: number;
} & (
    | {
        /** Passed to the uploads under this id. */
        readonly state: 'taken';
        readonly id: string;
      }
    /** Uploaded. */
    | { readonly state: 'done' }
    | { readonly state: 'aside'; readonly reason: SetAsideReason }
    /** The user skips it. */
    | { readonly state: 'skipped' }
  );

/**
 * What to do with a file that has stopped growing. `changed`: the server has its earlier content. `later`: its earlier
 * content is being uploaded.
 */
export type SettledAction = 'none' | 'take' | 'changed' | 'later';

/** Decides what to do with a file that has stopped growing. */
export function classifySettled(file: SeenFile, handled: HandledFile | undefined): SettledAction {
  if (handled === undefined) return 'take';
  if (isUnchanged(handled, file)) return 'none';
  switch (handled.state) {
    case 'taken':
      return 'later';
    case 'done':
      return 'changed';
    case 'aside':
      return handled.reason.kind === 'changed' ? 'changed' : 'take';
    case 'skipped':
      return 'take';
  }
}

/** Returns true if the user can upload a file despite the reason it was set aside for. */
export function mayUploadAnyway({ kind }: SetAsideReason): boolean {
  switch (kind) {
    case 'on-server':
    case 'content':
    case 'unreadable':
    case 'changed':
    case 'renamed':
    case 'cancelled':
      return true;
    default:
      return false;
  }
}

/** The name of a file on the server. */
export interface GivenName {
  readonly name: string;
  /** False if the rule does not fit the file. */
  readonly isNamed: boolean;
  /** Files that the rule has numbered, with this one. */
  readonly numbered: number;
}

/**
 * Names a file by the rule of a follow. A rule without a pattern numbers the files in order of arrival.
 * @param numbered files that the rule has numbered so far
 */
export function nameByRule({ path }: SeenFile, rule: RenameOptions | undefined, numbered: number): GivenName {
  const name = lastSegment(path);
  if (rule === undefined || !isNamedLikeTiff(name)) return { name, isNamed: true, numbered };
  const options = { ...rule, firstSection: rule.firstSection + numbered };
  const renamed = planRenames([{ id: path, name, lastModified: 0 }], options);
  const newName = renamed.ok ? renamed.value[0]?.newName : undefined;
  if (newName === undefined) return { name, isNamed: false, numbered };
  return { name: newName, isNamed: true, numbered: rule.pattern === undefined ? numbered + 1 : numbered };
}

/** Returns the upload of a file under its name on the server. It keeps the folders, as on the upload screen, and replaces no file. */
export function uploadOfFollowed(
  follow: Follow,
  { path, size, lastModified }: SeenFile,
  name: string,
  id: string,
): UploadFile {
  const own = lastSegment(path);
  const webkitRelativePath = `${follow.folderName}/${path}`;
  const chosen = {
    ...{ id, name: own, size, lastModified, webkitRelativePath, onlyIfAbsent: true as const },
    ...(name !== own && { newName: name }),
  };
  return newUpload(chosen, follow.keyPrefix, follow);
}

/** Returns true if a file on the server is replaced by one that the user uploads despite the reason it was set aside for. */
export function mayReplace({ kind }: SetAsideReason): boolean {
  return kind === 'on-server' || kind === 'changed';
}

/** Returns why a file can't be uploaded under its name and key. */
export function findNameReason(
  { path, name, key, size }: Pick<HandledFile, 'path' | 'name' | 'key' | 'size'>,
  { expected }: Pick<Follow, 'expected'>,
  taken: Pick<FollowedFiles, 'pathOfKey' | 'isOnServer'>,
): SetAsideReason | undefined {
  const naming = parseFileName(name);
  if (naming === undefined && !isMosaicName(name)) return { kind: 'invalid-name' };
  if (naming !== undefined && expected !== undefined && naming.section > expected.sections)
    return { kind: 'beyond-total' };
  if (keyProblem(key) !== undefined) return { kind: 'unstorable' };
  if (size > UPLOAD_MAX_BYTES) return { kind: 'too-large' };
  const other = taken.pathOfKey(key);
  if (other !== undefined && other !== path) return { kind: 'duplicate', path: other };
  return taken.isOnServer(key) ? { kind: 'on-server' } : undefined;
}

/** The handled files of a follow. It has an entry for each of them, so it is kept outside the store. */
export type FollowedFiles = ReturnType<typeof createFollowedFiles>;

/**
 * Creates the index of the files of a follow.
 * @param onServer the keys that were on the server when the follow started
 * @param dataset the dataset that the files should be named for
 */
export function createFollowedFiles(
  files: Iterable<HandledFile> = [],
  onServer: Iterable<string> = [],
  dataset?: string,
) {
  const byPath = new Map<string, HandledFile>();
  const byKey = new Map<string, string>();
  const byId = new Map<string, string>();
  const serverKeys = new Set(onServer);
  /** Uploaded files that are no longer in the folder, by size and time. */
  const gone = new Map<string, string>();
  /** Beginnings of the names of files that are named for another dataset, by path. */
  const foreign = new Map<string, string>();

  const forget = (path: string): void => {
    const file = byPath.get(path);
    if (file === undefined) return;
    byPath.delete(path);
    foreign.delete(path);
    if (byKey.get(file.key) === path) byKey.delete(file.key);
    if (file.state === 'taken') byId.delete(file.id);
  };
  const set = (file: HandledFile): void => {
    const { path, name, key, state } = file;
    forget(path);
    byPath.set(path, file);
    if (state === 'taken') byId.set(file.id, path);
    const holdsKey = state === 'taken' || state === 'done' || (state === 'aside' && file.reason.kind === 'changed');
    if (!holdsKey) return;
    byKey.set(key, path);
    const isForeign =
      dataset !== undefined && parseFileName(name) !== undefined && foreignDataset(name, dataset, []) !== undefined;
    if (isForeign) foreign.set(path, namePrefix(name));
  };
  for (const file of files) set(file);

  return {
    get: (path: string) => byPath.get(path),
    set,
    forget,
    /** Returns the file that was passed to the uploads under an id. */
    findById: (id: string) => {
      const file = byPath.get(byId.get(id) ?? '');
      return file?.state === 'taken' ? file : undefined;
    },
    /** Returns the path of the file that was uploaded, or is being uploaded, to a key. */
    pathOfKey: (key: string) => byKey.get(key),
    isOnServer: (key: string) => serverKeys.has(key),
    /** Records that a file is no longer in the folder. */
    markGone: (path: string) => {
      const file = byPath.get(path);
      if (file?.state === 'done' || file?.state === 'taken') gone.set(contentKey(file), path);
    },
    /** Returns the former path of a file that was renamed: another one of its size and time is gone. */
    findFormerPath: (file: SeenFile) => {
      const path = gone.get(contentKey(file));
      return path !== undefined && byPath.has(path) ? path : undefined;
    },
    /** Returns the files that were uploaded, or are being uploaded, although they are named for another dataset. */
    findForeign: (): ForeignFiles | undefined => {
      const prefix = [...foreign.values()].at(-1);
      return prefix === undefined ? undefined : { files: foreign.size, prefix };
    },
    all: () => [...byPath.values()],
    takenFiles: () => [...byId.keys()].flatMap((id) => byPath.get(byId.get(id) ?? '') ?? []).filter(isTaken),
  };
}

function contentKey({ size, lastModified }: SeenFile): string {
  return `${String(size)}/${String(lastModified)}`;
}

/** A file that was passed to the uploads. */
export type TakenFile = Extract<HandledFile, { readonly state: 'taken' }>;

function isTaken(file: HandledFile): file is TakenFile {
  return file.state === 'taken';
}
