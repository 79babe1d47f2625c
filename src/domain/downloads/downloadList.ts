import * as v from 'valibot';
import { parseJson } from '../../lib/parseJson';
import { isWebLink } from '../../lib/webLink';
import type { Failure } from '../failures/failure';
import type { DownloadItem } from './download';
import { sameDownload } from './downloadQueue';
import { hashOfPaths, zipName } from './zipName';

/** What a stored list holds, and how many of its items could not be used: `all` where it is no list. */
export interface ParsedDownloadList {
  readonly items: readonly DownloadItem[];
  readonly dropped: number | 'all';
}

const Text = v.pipe(v.string(), v.minLength(1));
const Count = v.fallback(v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))), undefined);
const Link = v.pipe(
  v.string(),
  v.check((text) => isWebLink(text)),
);

const OptionalText = v.exactOptional(v.string());
/** The failures that an item can have: those of a call to the API. */
const StoredFailure: v.GenericSchema<unknown, Failure> = v.variant('kind', [
  v.object({ kind: v.picklist(['unauthorized', 'unreachable', 'not-sendable', 'aborted']) }),
  v.object({ kind: v.literal('forbidden'), message: OptionalText }),
  v.object({ kind: v.literal('not-found'), message: OptionalText, code: OptionalText }),
  v.object({ kind: v.literal('refused'), status: v.number(), message: v.string(), code: OptionalText }),
  v.object({ kind: v.literal('bad-answer'), endpoint: v.string(), field: v.string() }),
]);
const Reason = v.fallback(v.optional(StoredFailure), undefined);

const Entries = v.array(v.unknown());
const EntriesAsText = v.pipe(v.string(), v.transform(jsonOrText), Entries);
const StoredList = v.union([Entries, v.object({ items: v.union([Entries, EntriesAsText]) })]);

const StoredItem = v.object({
  path: v.union([Text, v.pipe(v.array(Text), v.minLength(1))]),
  title: v.fallback(v.optional(Text), undefined),
  downsampled: v.fallback(v.boolean(), false),
  id: v.fallback(v.optional(Text), undefined),
  downloadId: v.optional(v.nullable(Text)),
  url: v.optional(v.nullable(Link)),
  totalFiles: Count,
  totalSize: Count,
  completedSize: Count,
  cancelling: v.fallback(v.optional(v.literal(true)), undefined),
  hadLink: v.fallback(v.optional(v.literal(true)), undefined),
  failure: Reason,
  unanswered: Reason,
  sponsorId: v.fallback(v.optional(Text), undefined),
  userId: v.fallback(v.string(), ''),
});

/** Reads the text that stands in the storage; null where nothing does. */
export function readDownloadList(text: string | null): ParsedDownloadList {
  return parseDownloadList(text === null ? undefined : jsonOrText(text));
}

/**
 * Reads a stored list: a bare array or `{items: […]}`, the array as it is or as text of its own. Items of older
 * versions lack the id, the archive's name and the owner: the first two are made anew, the sponsor is the path's first
 * segment. What can't be used (no path, a link that is none, a second of the same) is left out and counted; the rest
 * stays.
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
    if (item === undefined || ids.has(item.id) || items.some((kept) => isSecondOf(kept, item))) continue;
    ids.add(item.id);
    items.push(item);
  }
  return { items, dropped: entries.length - items.length };
}

function isSecondOf(kept: DownloadItem, item: DownloadItem): boolean {
  return kept.sponsorId === item.sponsorId && kept.userId === item.userId && sameDownload(kept, item);
}

function parseItem(entry: unknown, spareId: string): DownloadItem | undefined {
  const parsed = v.safeParse(StoredItem, entry);
  if (!parsed.success) return undefined;
  const { path, downsampled, userId, ...rest } = parsed.output;
  const firstPath = typeof path === 'string' ? path : (path[0] ?? '');
  const sponsorId = rest.sponsorId ?? firstPath.split('/')[0] ?? '';
  if (sponsorId === '') return undefined;
  return {
    id: rest.id ?? spareId,
    path,
    title: rest.title ?? firstPath.split('/').at(-1) ?? firstPath,
    zipFileName: zipName(path, downsampled),
    downsampled,
    ...(typeof path === 'string' ? {} : { hash: hashOfPaths(path) }),
    ...(rest.downloadId ? { downloadId: rest.downloadId } : {}),
    // A link without a reference never comes from the app, but it can still be saved.
    ...(rest.url ? { url: rest.url } : {}),
    ...(rest.totalFiles === undefined ? {} : { totalFiles: rest.totalFiles }),
    ...(rest.totalSize === undefined ? {} : { totalSize: rest.totalSize }),
    ...(rest.completedSize === undefined ? {} : { completedSize: rest.completedSize }),
    ...(rest.cancelling ? { cancelling: true } : {}),
    ...(rest.hadLink ? { hadLink: true } : {}),
    ...(rest.failure ? { failure: rest.failure } : {}),
    ...(rest.unanswered ? { unanswered: rest.unanswered } : {}),
    sponsorId,
    userId,
  };
}

/** A text that is no JSON stands for itself: it is no list either, but that something stands there is to be told. */
function jsonOrText(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
