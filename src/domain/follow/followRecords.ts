import { groupBy } from '@data-manager/lib/groupBy';
import { omit } from '@data-manager/lib/omit';
import * as v from 'valibot';
import { LISTED_SET_ASIDE, StoredFollow, type Follow, type SetAsideFile } from './follow';
import { createFollowedFiles, HandledFile, type FollowedFiles } from './followedFiles';
import { imageOfKey, withImage } from './images';

/** Returns a follow for storage, without the files that were set aside, which have records of their own. */
export function followRecord(follow: Follow): object {
  return omit(follow, 'setAside', 'growing');
}

const ServerKeys = v.object({ onServer: v.array(v.string()) });

/** Returns the key of the record of a file. Without a path, it is the key of the record with the server's keys. */
export function followedFileKey(followId: string, path = ''): string {
  return `${followId}/${path}`;
}

/** A stored follow with its files. */
export interface FollowWithFiles {
  readonly follow: Follow;
  readonly files: FollowedFiles;
}

/** Parses the stored follows. Their counts are computed from the files, which are written first. */
export function parseFollows(
  follows: ReadonlyMap<string, unknown>,
  files: ReadonlyMap<string, unknown>,
): readonly FollowWithFiles[] {
  const byFollow = groupBy(files, ([key]) => key.slice(0, key.indexOf('/')));
  return [...follows].flatMap(([id, record]) => {
    const stored = v.safeParse(StoredFollow, record);
    if (!stored.success) return [];
    const handled: HandledFile[] = [];
    let onServer: readonly string[] = [];
    for (const [, one] of byFollow.get(id) ?? []) {
      const file = v.safeParse(HandledFile, one);
      if (file.success) handled.push(file.output);
      else if (v.is(ServerKeys, one)) onServer = one.onServer;
    }
    const follow = recount(restore(stored.output), handled);
    return [{ follow, files: createFollowedFiles(handled, onServer) }];
  });
}

function restore(stored: v.InferOutput<typeof StoredFollow>): Follow {
  const restored = { ...stored, setAside: [] };
  return restored.phase === 'following' ? { ...restored, growing: 0 } : restored;
}

function recount(follow: Follow, files: readonly HandledFile[]): Follow {
  let { images } = follow;
  let [numbered, taken] = [0, 0];
  const setAside: SetAsideFile[] = [];
  for (const file of files) {
    const { state, path, name, size, key } = file;
    const image = state === 'done' ? imageOfKey(key, follow.names) : undefined;
    if (image !== undefined) images = withImage(images, image);
    numbered = Math.max(numbered, file.numbered ?? 0);
    if (state === 'done' || state === 'taken' || (state === 'aside' && file.reason.kind === 'changed')) taken += 1;
    if (state === 'aside') setAside.push({ path, name, size, reason: file.reason });
  }
  return {
    ...follow,
    images,
    numbered,
    taken,
    setAside: setAside.slice(0, LISTED_SET_ASIDE),
    setAsideCount: setAside.length,
  };
}
