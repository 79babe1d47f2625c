import { lastSegment } from '@data-manager/lib/lastSegment';
import * as v from 'valibot';
import { belongsTo, type SessionOwner } from '../session/session';
import { Count, DateTime, Text } from '../storedValues';
import type { UploadedPart } from '../uploads/upload';

const Owned = v.object({ sponsorId: v.string(), userId: v.string() });

/** A receipt as the browser stores it. The MD5s are one string, since ten thousand receipts are read at a time. */
const Kept = v.object({
  id: Text,
  key: Text,
  /** The name on the user's disk, if the file was renamed. */
  originalName: v.exactOptional(Text),
  /** Bytes. */
  size: Count,
  /** Bytes of each part but the last; 64 MiB by default. */
  partSize: v.exactOptional(Count),
  /** MD5 of each part in order, separated by a space. */
  partMd5s: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}(?: [0-9a-f]{32})*$/)),
  /** The S3 multipart checksum: MD5 of the parts' binary digests, then `-N`. */
  checksum: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-\d+$/)),
  /** When the server started and completed the upload, milliseconds since 1970. */
  startedAt: DateTime,
  endedAt: DateTime,
  /** The names of the checksum files with which the file agreed. */
  manifest: v.exactOptional(Text),
  /** Retried attempts of its parts. */
  retries: Count,
  /** On the first receipt of an upload: the files that were left out. */
  leftOut: v.exactOptional(v.object({ files: Count, damaged: Count })),
  /** For a file that was fetched into a folder: the folder's name and the path in it. */
  savedTo: v.exactOptional(v.string()),
  /** For such a file, its own date, ISO-8601 UTC. */
  modified: v.exactOptional(v.string()),
  ...Owned.entries,
});

export type KeptReceipt = Readonly<v.InferOutput<typeof Kept>>;

/** The proof of a completed upload. Contains no secret. */
export interface UploadReceipt extends Omit<KeptReceipt, 'partMd5s' | 'savedTo' | 'modified'> {
  /** In order. Each MD5 equals the ETag that the storage returned. */
  readonly parts: readonly Pick<UploadedPart, 'partNumber' | 'md5'>[];
}

/** A receipt of this browser, or of the server, which does not know how the file was sent. */
export interface Receipt
  extends
    Omit<KeptReceipt, 'startedAt' | 'retries' | 'userId'>,
    Partial<Pick<KeptReceipt, 'startedAt' | 'retries' | 'userId'>> {
  readonly userName?: string;
  /** The key of the upload, if the file has another one now. */
  readonly formerKey?: string;
  /** Bytes of each part. */
  readonly partSizes?: readonly number[];
  /** The program that has sent the file. */
  readonly client?: string;
  /** The name of the followed folder in which the file appeared. */
  readonly followedFolder?: string;
}

/** The stored receipts of one user. */
export interface OwnReceipts {
  /** Latest first. */
  readonly receipts: readonly KeptReceipt[];
  /** The number of records that are not valid receipts. */
  readonly unreadable: number;
  /** The keys of all records of the user. */
  readonly keys: readonly string[];
}

type Owner = Pick<SessionOwner, 'sponsorId' | 'userId'>;

/** Converts a receipt for storage. */
export function toKept({ parts, ...receipt }: UploadReceipt & Pick<KeptReceipt, 'savedTo' | 'modified'>): KeptReceipt {
  return { ...receipt, partMd5s: parts.map(({ md5 }) => md5).join(' ') };
}

/** Returns the MD5 of each part, in order. */
export function partMd5sOf({ partMd5s }: Pick<KeptReceipt, 'partMd5s'>): readonly string[] {
  return partMd5s.split(' ');
}

/** Returns the MD5 of the whole file. Only a file of one part has one; the checksum of others is made from their parts. */
export function plainMd5({ partMd5s }: Pick<KeptReceipt, 'partMd5s'>): string | undefined {
  return partMd5s.includes(' ') ? undefined : partMd5s;
}

/** Parses stored records. Skips the records of other users, and counts invalid records. */
export function ownReceipts(records: ReadonlyMap<string, unknown>, owner: Owner): OwnReceipts {
  const receipts: KeptReceipt[] = [];
  const keys: string[] = [];
  for (const [key, record] of records) {
    if (!v.is(Owned, record) || !belongsTo(record, owner)) continue;
    keys.push(key);
    const parsed = v.safeParse(Kept, record);
    if (parsed.success) receipts.push(parsed.output);
  }
  receipts.sort((left, right) => right.endedAt - left.endedAt);
  return { receipts, unreadable: keys.length - receipts.length, keys };
}

/** Returns whether a receipt has what the server does not know of an upload. */
export function isKeptBesides({ savedTo, originalName, leftOut }: KeptReceipt): boolean {
  return savedTo !== undefined || originalName !== undefined || leftOut !== undefined;
}

/** Returns the file name. */
export function receiptName({ key }: Pick<KeptReceipt, 'key'>): string {
  return lastSegment(key);
}

/** Returns the average rate in bytes per second; undefined if the start is not known, or is the end. */
export function receiptRate({ size, startedAt, endedAt }: Receipt): number | undefined {
  return startedAt !== undefined && endedAt > startedAt ? (size * 1000) / (endedAt - startedAt) : undefined;
}
