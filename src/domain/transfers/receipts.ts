import * as v from 'valibot';
import { searchRows } from '../listing/tableQuery';
import { belongsTo, type SessionOwner } from '../session/session';
import type { UploadReceipt } from '../uploads/uploadReceipt';

/**
 * A receipt as the browser keeps it. The parts' digests are one text, since ten thousand receipts are read at once and
 * the parts of few are ever looked at.
 */
export interface KeptReceipt extends Omit<UploadReceipt, 'parts'> {
  /** MD5 of each part in order, separated by a space. */
  readonly partMd5s: string;
}

/** What the browser keeps for one person. */
export interface OwnReceipts {
  /** The latest first. */
  readonly receipts: readonly KeptReceipt[];
  /** How many of the person's records are no receipts. */
  readonly unreadable: number;
  /** Keys of all the person's records. */
  readonly keys: readonly string[];
}

type Owner = Pick<SessionOwner, 'sponsorId' | 'userId'>;

/** The latest time that a `Date` can hold, milliseconds since 1970. */
const LAST_MS = 8.64e15;

const Text = v.pipe(v.string(), v.minLength(1));
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Time = v.pipe(v.number(), v.minValue(0), v.maxValue(LAST_MS));

const Owned = v.object({ sponsorId: v.string(), userId: v.string() });
const Kept: v.GenericSchema<unknown, KeptReceipt> = v.object({
  id: Text,
  key: Text,
  size: Count,
  partMd5s: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}(?: [0-9a-f]{32})*$/)),
  checksum: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-\d+$/)),
  startedAt: Time,
  endedAt: Time,
  retries: Count,
  ...Owned.entries,
});

/** The form in which a receipt is kept. */
export function toKept({ parts, ...receipt }: UploadReceipt): KeptReceipt {
  return { ...receipt, partMd5s: parts.map(({ md5 }) => md5).join(' ') };
}

/** MD5 of each part, in order. */
export function partMd5sOf({ partMd5s }: Pick<KeptReceipt, 'partMd5s'>): readonly string[] {
  return partMd5s.split(' ');
}

/** Reads kept records like any foreign input: those of other people are passed over, what is no receipt is counted. */
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

/** Receipts whose key holds every word of the text, in any case. */
export function searchReceipts(receipts: readonly KeptReceipt[], text: string): readonly KeptReceipt[] {
  return searchRows(receipts, text, ({ key }) => key);
}

/** The file's own name. */
export function receiptName({ key }: Pick<KeptReceipt, 'key'>): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Where the file lies: project, dataset and folders, without the sponsor. */
export function receiptFolder({ key }: Pick<KeptReceipt, 'key'>): string {
  return key.split('/').slice(1, -1).join('/');
}

/** Bytes per second from the file's start to its end; undefined where the clock says that no time went by. */
export function receiptRate({ size, startedAt, endedAt }: KeptReceipt): number | undefined {
  return endedAt > startedAt ? (size * 1000) / (endedAt - startedAt) : undefined;
}
