import { lastSegment } from '@data-manager/lib/lastSegment';
import { parseJson } from '@data-manager/lib/parseJson';
import { isWebLink } from '@data-manager/lib/webLink';
import * as v from 'valibot';
import type { Failure } from '../failures/failure';
import { isSameDownload, type DownloadItem } from './download';
import { hashOfPaths, zipName } from './zipName';

/** The downloads of a stored list, and how many of its items could not be used: `all` if it is not a list. */
export interface ParsedDownloadList {
  readonly items: readonly DownloadItem[];
  readonly dropped: number | 'all';
}

const Text = v.pipe(v.string(), v.minLength(1));
const OptionalText = v.exactOptional(v.string());
const Size = v.fallback(v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))), undefined);
const Flag = v.fallback(v.optional(v.literal(true)), undefined);
const Url = v.pipe(
  v.string(),
  v.check((text) => isWebLink(text)),
);

/** The failures of API calls, and a crash. */
const StoredFailure: v.GenericSchema<unknown, Failure> = v.variant('kind', [
  v.object({ kind: v.picklist(['unauthorized', 'unreachable', 'not-sendable', 'aborted', 'crashed']) }),
  v.object({ kind: v.literal('forbidden'), message: OptionalText }),
  v.object({ kind: v.literal('not-found'), message: OptionalText, code: OptionalText }),
  v.object({ kind: v.literal('refused'), status: v.number(), message: v.string(), code: OptionalText }),
  v.object({ kind: v.literal('bad-answer'), endpoint: v.string(), field: v.string() }),
]);
const OptionalFailure = v.fallback(v.optional(StoredFailure), undefined);

const StoredItem = v.object({
  path: v.union([Text, v.pipe(v.array(Text), v.minLength(1))]),
  title: v.fallback(v.optional(Text), undefined),
  downsampled: v.fallback(v.boolean(), false),
  id: v.fallback(v.optional(Text), undefined),
  downloadId: v.optional(v.nullable(Text)),
  url: v.optional(v.nullable(Url)),
  totalFiles: Size,
  totalSize: Size,
  completedSize: Size,
  failure: OptionalFailure,
  urlExpired: Flag,
  lastPollError: OptionalFailure,
  cancelling: Flag,
  sponsorId: v.fallback(v.optional(Text), undefined),
  userId: v.fallback(v.string(), ''),
});
type StoredItem = v.InferOutput<typeof StoredItem>;

const Entries = v.array(v.unknown());
const EntriesAsText = v.pipe(v.string(), v.transform(jsonOrText), Entries);
const StoredList = v.union([Entries, v.object({ items: v.union([Entries, EntriesAsText]) })]);

/** Parses the text of the stored list; null if nothing is stored. */
export function readDownloadList(text: string | null): ParsedDownloadList {
  return parseDownloadList(text === null ? undefined : jsonOrText(text));
}

/**
 * Parses a stored list: a bare array or `{items: […]}`, where the array may be JSON text. Unusable and duplicate items are dropped
 * and counted.
 */
export function parseDownloadList(stored: unknown): ParsedDownloadList {
  if (stored === undefined || stored === null) return { items: [], dropped: 0 };
  const list = v.safeParse(StoredList, stored);
  if (!list.success) return { items: [], dropped: 'all' };
  const entries = Array.isArray(list.output) ? list.output : list.output.items;
  const items: DownloadItem[] = [];
  const ids = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const item = parseItem(entry, `restored-${String(index)}`);
    if (item === undefined || ids.has(item.id) || items.some((kept) => isDuplicate(kept, item))) continue;
    ids.add(item.id);
    items.push(item);
  }
  return { items, dropped: entries.length - items.length };
}

function isDuplicate(left: DownloadItem, right: DownloadItem): boolean {
  return left.sponsorId === right.sponsorId && left.userId === right.userId && isSameDownload(left, right);
}

/** Items with the fields of the specification alone lack the id, the archive's name and the owner. */
function parseItem(entry: unknown, fallbackId: string): DownloadItem | undefined {
  const parsed = v.safeParse(StoredItem, entry);
  if (!parsed.success) return undefined;
  const { path, title, downsampled, id, totalFiles, totalSize, completedSize, userId } = parsed.output;
  const firstPath = typeof path === 'string' ? path : (path[0] ?? '');
  const sponsorId = parsed.output.sponsorId ?? firstPath.split('/')[0] ?? '';
  if (sponsorId === '') return undefined;
  return {
    id: id ?? fallbackId,
    path,
    title: title ?? lastSegment(firstPath),
    zipFileName: zipName(path, downsampled),
    downsampled,
    ...(typeof path !== 'string' && { hash: hashOfPaths(path) }),
    ...(totalFiles !== undefined && { totalFiles }),
    ...(totalSize !== undefined && { totalSize }),
    ...(completedSize !== undefined && { completedSize }),
    sponsorId,
    userId,
    ...phaseOf(parsed.output),
  };
}

/** Returns the phase and the fields that depend on it. */
function phaseOf(stored: StoredItem) {
  const { downloadId, url, failure, urlExpired, lastPollError, cancelling } = stored;
  const expired = urlExpired && { urlExpired };
  if (downloadId && cancelling) return { phase: 'cancelling' as const, downloadId, ...expired };
  if (url) return { phase: 'ready' as const, url, ...(downloadId && { downloadId }) };
  if (downloadId)
    return { phase: 'preparing' as const, downloadId, ...expired, ...(lastPollError && { lastPollError }) };
  return failure === undefined ? { phase: 'queued' as const } : { phase: 'failed' as const, failure };
}

/** Text that is not JSON is kept as text: it is not a list either, but shows that something was stored. */
function jsonOrText(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
