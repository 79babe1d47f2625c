import { lastSegment } from '@data-manager/lib/lastSegment';
import * as v from 'valibot';
import { searchRows } from '../listing/tableQuery';
import { belongsTo, type SessionOwner } from '../session/session';
import { Count, Text } from '../storedValues';
import type { UploadReceipt } from '../uploads/uploadReceipt';

/** A receipt as the browser stores it. The MD5s are one string, since ten thousand receipts are read at a time. */
export interface KeptReceipt extends Omit<UploadReceipt, 'parts'> {
  /** For a file that was fetched into a folder: the folder's name and the path in it. */
  readonly savedTo?: string;
  /** MD5 of each part in order, separated by a space. */
  readonly partMd5s: string;
}

/** Where files went: to the server, or into a folder. */
export type ReceiptKind = 'uploads' | 'folders';

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

/** The largest time value of a `Date`, in milliseconds since 1970. */
const MAX_DATE_MS = 8.64e15;

const Time = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DATE_MS));

const Owned = v.object({ sponsorId: v.string(), userId: v.string(), savedTo: v.exactOptional(v.string()) });
const Kept: v.GenericSchema<unknown, KeptReceipt> = v.object({
  id: Text,
  key: Text,
  originalName: v.exactOptional(Text),
  size: Count,
  partMd5s: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}(?: [0-9a-f]{32})*$/)),
  checksum: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-\d+$/)),
  startedAt: Time,
  endedAt: Time,
  retries: Count,
  ...Owned.entries,
});

/** Converts a receipt for storage. */
export function toKept({ parts, ...receipt }: UploadReceipt & Pick<KeptReceipt, 'savedTo'>): KeptReceipt {
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

/** Parses stored records of one kind. Skips those of other users and counts invalid ones. */
export function ownReceipts(
  records: ReadonlyMap<string, unknown>,
  owner: Owner,
  kind: ReceiptKind = 'uploads',
): OwnReceipts {
  const receipts: KeptReceipt[] = [];
  const keys: string[] = [];
  for (const [key, record] of records) {
    if (!v.is(Owned, record) || !belongsTo(record, owner)) continue;
    if ((record.savedTo === undefined ? 'uploads' : 'folders') !== kind) continue;
    keys.push(key);
    const parsed = v.safeParse(Kept, record);
    if (parsed.success) receipts.push(parsed.output);
  }
  receipts.sort((left, right) => right.endedAt - left.endedAt);
  return { receipts, unreadable: keys.length - receipts.length, keys };
}

/** Returns the receipts whose key or original name contains every word of the text, in any case. */
export function searchReceipts(receipts: readonly KeptReceipt[], text: string): readonly KeptReceipt[] {
  return searchRows(receipts, text, ({ key, originalName = '' }) => `${key} ${originalName}`);
}

/** Returns the file name. */
export function receiptName({ key }: Pick<KeptReceipt, 'key'>): string {
  return lastSegment(key);
}

/** Returns the path of the file without the sponsor: project, dataset and folders. */
export function receiptFolder({ key }: Pick<KeptReceipt, 'key'>): string {
  return key.split('/').slice(1, -1).join('/');
}

/** Returns the average rate in bytes per second; undefined if start and end are the same. */
export function receiptRate({ size, startedAt, endedAt }: KeptReceipt): number | undefined {
  return endedAt > startedAt ? (size * 1000) / (endedAt - startedAt) : undefined;
}
