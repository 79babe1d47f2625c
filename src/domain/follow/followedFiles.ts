import * as v from 'valibot';
import { Count, Text, Time } from '../storedValues';
import { SetAsideReason } from './follow';
import type { SeenFile } from './scans';

const SEEN = {
  path: Text,
  size: Count,
  lastModified: Time,
  /** The name on the server, without folders. */
  name: v.string(),
  key: Text,
  /** Files that the rule had numbered, this one included; absent if the rule did not number it. */
  numbered: v.exactOptional(Count),
};

/** A file of a followed folder that was taken, set aside or skipped. */
export const HandledFile = v.variant('state', [
  /** Passed to the uploads under this id. */
  v.object({ ...SEEN, state: v.literal('taken'), id: Text }),
  /** Uploaded, or left out by the user. */
  v.object({ ...SEEN, state: v.picklist(['done', 'skipped']) }),
  v.object({ ...SEEN, state: v.literal('aside'), reason: SetAsideReason }),
]);

export type HandledFile = Readonly<v.InferOutput<typeof HandledFile>>;

/** The handled files of a follow. It has an entry for each of them, so it is kept outside the store. */
export type FollowedFiles = ReturnType<typeof createFollowedFiles>;

/**
 * Creates the index of the files of a follow.
 * @param onServer the keys that were on the server when the follow started
 */
export function createFollowedFiles(files: Iterable<HandledFile> = [], onServer: Iterable<string> = []) {
  const byPath = new Map<string, HandledFile>();
  const byKey = new Map<string, string>();
  const byId = new Map<string, string>();
  const serverKeys = new Set(onServer);
  /** Uploaded files that are no longer in the folder, by size and time. */
  const gone = new Map<string, string>();

  const forget = (path: string): void => {
    const file = byPath.get(path);
    if (file === undefined) return;
    byPath.delete(path);
    if (byKey.get(file.key) === path) byKey.delete(file.key);
    if (file.state === 'taken') byId.delete(file.id);
  };
  const set = (file: HandledFile): void => {
    const { path, key, state } = file;
    forget(path);
    byPath.set(path, file);
    if (state === 'taken') byId.set(file.id, path);
    const holdsKey = state === 'taken' || state === 'done' || (state === 'aside' && file.reason.kind === 'changed');
    if (holdsKey) byKey.set(key, path);
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
    /** Returns the files that were set aside because they are named for another dataset. */
    asideFor: (prefix: string) =>
      [...byPath.values()].filter(
        (file): file is AsideFile =>
          file.state === 'aside' && file.reason.kind === 'foreign' && file.reason.prefix === prefix,
      ),
    all: () => [...byPath.values()],
    takenFiles: () => [...byId.keys()].flatMap((id) => byPath.get(byId.get(id) ?? '') ?? []).filter(isTaken),
  };
}

function contentKey({ size, lastModified }: SeenFile): string {
  return `${String(size)}/${String(lastModified)}`;
}

/** A file that was set aside. */
export type AsideFile = Extract<HandledFile, { readonly state: 'aside' }>;

/** A file that was passed to the uploads. */
export type TakenFile = Extract<HandledFile, { readonly state: 'taken' }>;

function isTaken(file: HandledFile): file is TakenFile {
  return file.state === 'taken';
}
