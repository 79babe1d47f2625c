import { omit } from '@data-manager/lib/omit';
import * as v from 'valibot';
import type { RenameOptions } from '../names/bulkRename';
import { Count, Text } from '../storedValues';
import { isIdle, LISTED_SET_ASIDE, type Follow, type SetAsideFile, type SetAsideReason } from './follow';
import { createFollowedFiles, type FollowedFiles, type HandledFile } from './followedFiles';
import { imageOfKey, withImage, type ExpectedSections, type Lane } from './images';

const Time = v.pipe(v.number(), v.finite());

const Lanes: v.GenericSchema<unknown, readonly Lane[]> = v.array(
  v.object({ layer: Count, channel: Count, sections: v.array(v.object({ first: Count, last: Count })) }),
);

const Expected: v.GenericSchema<unknown, ExpectedSections> = v.object({ sections: Count, channels: v.array(Count) });

const Slot = v.object({
  role: v.picklist(['section', 'layer', 'channel']),
  run: Count,
  offset: Count,
  width: v.optional(Count),
});

const Rule: v.GenericSchema<unknown, RenameOptions> = v.pipe(
  v.object({
    dataset: v.string(),
    firstSection: v.number(),
    layer: v.number(),
    channel: v.number(),
    pattern: v.exactOptional(v.object({ slots: v.array(Slot) })),
    isChannelFromZero: v.exactOptional(v.boolean()),
  }),
  v.transform((rule) => rule as RenameOptions),
);

const Reason: v.GenericSchema<unknown, SetAsideReason> = v.variant('kind', [
  v.object({
    kind: v.picklist([
      'invalid-name',
      'beyond-total',
      'unstorable',
      'too-large',
      'on-server',
      'unreadable',
      'changed',
      'cancelled',
    ]),
  }),
  v.object({ kind: v.picklist(['duplicate', 'renamed']), path: Text }),
  v.object({ kind: v.literal('content'), problem: v.picklist(['empty', 'truncated', 'not-tiff', 'damaged']) }),
]);

const Base = {
  id: Text,
  title: v.string(),
  folderId: Text,
  folderName: v.string(),
  keyPrefix: Text,
  dataset: v.exactOptional(Text),
  foreign: v.exactOptional(v.object({ files: Count, prefix: v.string() })),
  rule: v.exactOptional(Rule),
  expected: v.exactOptional(Expected),
  images: Lanes,
  lastSent: v.optional(v.nullable(v.object({ key: Text, uploadId: Text, md5s: v.array(Text) })), null),
  startedAt: Time,
  lastNewAt: v.exactOptional(Time),
  arrivals: v.array(v.object({ at: Time, files: Count })),
  idleAfterMs: Count,
  numbered: Count,
  taken: Count,
  setAsideCount: Count,
  sponsorId: Text,
  userId: Text,
};

const Waiting = {
  ...Base,
  phase: v.literal('waiting'),
  reason: v.picklist(['permission', 'folder', 'session']),
};

const Stored = v.variant('phase', [
  v.object({ ...Base, phase: v.literal('following'), isIdle: v.boolean() }),
  v.variant('isStopping', [
    v.object({ ...Waiting, isStopping: v.literal(true) }),
    v.object({ ...Waiting, isStopping: v.optional(v.literal(false), false), isIdle: v.boolean() }),
  ]),
  v.object({ ...Base, phase: v.literal('stopping') }),
  v.object({ ...Base, phase: v.literal('ended'), how: v.picklist(['stopped', 'complete']), endedAt: Time }),
]);

/**
 * Returns a follow for storage, without the files that were set aside, which have records of their own. Earlier versions,
 * which may be open in other tabs, expect `isIdle` in each phase, and `isStopping` only if it is true.
 */
export function followRecord(follow: Follow): object {
  const record = { ...omit(follow, 'setAside', 'growing', 'isStopping'), isIdle: isIdle(follow) };
  return follow.phase === 'waiting' && follow.isStopping ? { ...record, isStopping: true } : record;
}

const Seen = {
  path: Text,
  size: Count,
  lastModified: Time,
  name: v.string(),
  key: Text,
  numbered: v.exactOptional(Count),
};

const Handled: v.GenericSchema<unknown, HandledFile> = v.variant('state', [
  v.object({ ...Seen, state: v.literal('taken'), id: Text }),
  v.object({ ...Seen, state: v.picklist(['done', 'skipped']) }),
  v.object({ ...Seen, state: v.literal('aside'), reason: Reason }),
]);

const ServerKeys = v.object({ onServer: v.array(v.string()) });

/** Returns the key of the record of a file. Without a path, it is the key of the record with the server's keys. */
export function followedFileKey(followId: string, path = ''): string {
  return `${followId}/${path}`;
}

/** A stored follow with its files. */
export interface StoredFollow {
  readonly follow: Follow;
  readonly files: FollowedFiles;
}

/** Parses the stored follows. Their counts are computed from the files, which are written first. */
export function parseFollows(
  follows: ReadonlyMap<string, unknown>,
  files: ReadonlyMap<string, unknown>,
): readonly StoredFollow[] {
  const byFollow = new Map<string, unknown[]>();
  for (const [key, record] of files) {
    const id = key.slice(0, key.indexOf('/'));
    const records = byFollow.get(id);
    if (records === undefined) byFollow.set(id, [record]);
    else records.push(record);
  }
  return [...follows].flatMap(([id, record]) => {
    const stored = v.safeParse(Stored, record);
    if (!stored.success) return [];
    const handled: HandledFile[] = [];
    let onServer: readonly string[] = [];
    for (const one of byFollow.get(id) ?? []) {
      const file = v.safeParse(Handled, one);
      if (file.success) handled.push(file.output);
      else if (v.is(ServerKeys, one)) onServer = one.onServer;
    }
    const follow = recount(restore(stored.output), handled);
    return [{ follow, files: createFollowedFiles(handled, onServer, follow.dataset) }];
  });
}

function restore(stored: v.InferOutput<typeof Stored>): Follow {
  return stored.phase === 'following' ? { ...stored, growing: 0, setAside: [] } : { ...stored, setAside: [] };
}

function recount(follow: Follow, files: readonly HandledFile[]): Follow {
  let { images } = follow;
  let [numbered, taken] = [0, 0];
  const setAside: SetAsideFile[] = [];
  for (const file of files) {
    const { state, path, name, size, key } = file;
    const image = state === 'done' ? imageOfKey(key) : undefined;
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
