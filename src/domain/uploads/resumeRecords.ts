import { omit } from '@data-manager/lib/omit';
import * as v from 'valibot';
import { ExpectedSum } from '../checksums/expectedSum';
import { Count, listOf, Text, Time } from '../storedValues';
import { sessionOf, UploadedPart, waitingAgain, type UploadFile } from './upload';
import { UPLOAD_MAX_BYTES } from './uploadPlan';
import { sentBytes, shownBytes } from './uploadProgress';

/** The stored form of a file in the queue, from which another page can resume it. Contains no secret. */
export const FileRecord = v.pipe(
  v.object({
    kind: v.literal('file'),
    id: Text,
    name: Text,
    newName: v.exactOptional(Text),
    size: v.pipe(Count, v.maxValue(UPLOAD_MAX_BYTES)),
    lastModified: Time,
    webkitRelativePath: v.string(),
    key: Text,
    sponsorId: Text,
    userId: Text,
    onlyIfAbsent: v.exactOptional(v.literal(true)),
    replaces: v.exactOptional(Text),
    act: v.exactOptional(Text),
    followedFolder: v.exactOptional(v.string()),
    sums: v.exactOptional(listOf(ExpectedSum)),
    partSize: v.exactOptional(v.pipe(Count, v.minValue(1))),
    startedAt: v.exactOptional(Time),
    retries: v.fallback(Count, 0),
    reached: v.exactOptional(Count),
    /** Set once the server has started the upload. */
    uploadId: v.exactOptional(Text),
    /** The stored name of `completionUncertain`. */
    mayBeComplete: v.exactOptional(v.literal(true)),
    /** The page that has the file in its queue. */
    tab: Text,
    queuedAt: Time,
    /** Position among the files that this tab has queued. */
    place: Count,
  }),
  v.check(({ key, sponsorId }) => key.startsWith(`${sponsorId}/`)),
);

export type FileRecord = Readonly<v.InferOutput<typeof FileRecord>>;

/** A verified part. Parts have records of their own because a file may have 10,000 of them. */
export const PartRecord = v.object({
  ...UploadedPart.entries,
  /** The part is valid for this upload only. */
  uploadId: Text,
});

export type PartRecord = Readonly<v.InferOutput<typeof PartRecord>>;

/** The completed files of a queue. Their own records are deleted. */
export const TallyRecord = v.object({
  kind: v.literal('tally'),
  tab: Text,
  sponsorId: Text,
  userId: Text,
  done: Count,
  bytes: v.fallback(Count, 0),
});

export type TallyRecord = Readonly<v.InferOutput<typeof TallyRecord>>;

/** The records that a page has written for one of its files. */
export interface WrittenFile {
  readonly record: FileRecord;
  /** Part numbers, uploaded under the record's upload id. */
  readonly parts: ReadonlySet<number>;
}

/** Records to write and keys to delete. */
export interface RecordChanges {
  readonly records: (readonly [key: string, record: FileRecord | TallyRecord])[];
  readonly recordsGone: string[];
  readonly parts: (readonly [key: string, record: PartRecord])[];
  readonly partsGone: string[];
}

export function noChanges(): RecordChanges {
  return { records: [], recordsGone: [], parts: [], partsGone: [] };
}

export function partKey(id: string, partNumber: number): string {
  return `${id}/${String(partNumber)}`;
}

/** Returns the id of the file of a part. */
export function fileOfPart(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

/** Prefix of the keys of tallies. Ids of files contain no slash. */
export const TALLY_PREFIX = 'tally/';

export function tallyKey({ tab, sponsorId, userId }: Omit<TallyRecord, 'kind' | 'done' | 'bytes'>): string {
  return TALLY_PREFIX + [tab, sponsorId, userId].join('/');
}

/** Returns the record of a file. */
export function fileRecord(file: UploadFile, origin: Pick<FileRecord, 'tab' | 'queuedAt' | 'place'>): FileRecord {
  const { tab, queuedAt, place } = origin;
  const session = sessionOf(file);
  const reached = shownBytes(file);
  const stored = sentBytes(waitingAgain(file));
  // Only this page's queue records that the user was notified, so another page must treat the completion as uncertain.
  const isUnknown = file.progress.phase === 'failed' && file.progress.failure.kind === 'completion-unknown';
  return {
    kind: 'file',
    ...omit(file, 'reached', 'progress'),
    ...(reached > stored && { reached }),
    ...(session === undefined ? {} : { uploadId: session.uploadId }),
    ...(session?.completionUncertain === true || isUnknown ? { mayBeComplete: true } : {}),
    tab,
    queuedAt,
    place,
  };
}

/**
 * Adds the changes of one file, and returns what is then written.
 * @param before what is written now
 * @param record the current record; undefined for a file that has left the queue
 */
export function addFileChanges(
  changes: RecordChanges,
  id: string,
  before: WrittenFile | undefined,
  record: FileRecord | undefined,
  parts: readonly UploadedPart[],
): WrittenFile | undefined {
  const { uploadId } = record ?? {};
  const known = before?.record.uploadId === uploadId ? before?.parts : undefined;
  const after = new Set(uploadId === undefined ? [] : parts.map((part) => part.partNumber));
  for (const number of before?.parts ?? []) if (!after.has(number)) changes.partsGone.push(partKey(id, number));
  if (record === undefined) {
    if (before !== undefined) changes.recordsGone.push(id);
    return undefined;
  }
  if (before === undefined || !isSame(before.record, record)) changes.records.push([id, record]);
  for (const part of parts) {
    const isNew = uploadId !== undefined && known?.has(part.partNumber) !== true;
    if (isNew) changes.parts.push([partKey(id, part.partNumber), { ...part, uploadId }]);
  }
  return { record, parts: after };
}

/** The fields that change while a file is in the queue. */
const CHANGING = [
  'uploadId',
  'mayBeComplete',
  'onlyIfAbsent',
  'replaces',
  'startedAt',
  'retries',
  'reached',
  'tab',
] as const satisfies readonly (keyof FileRecord)[];

function isSame(left: FileRecord, right: FileRecord): boolean {
  return CHANGING.every((field) => left[field] === right[field]);
}
