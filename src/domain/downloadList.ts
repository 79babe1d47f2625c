import * as v from 'valibot';
import type { DownloadItem } from './download';
import { isWebLink } from './downloadAnswer';
import { sameDownload } from './downloadQueue';
import { hashOfPaths, zipName } from './zipName';

/** What a stored list holds, and how many of its items could not be used. */
export interface ParsedDownloadList {
  readonly items: readonly DownloadItem[];
  readonly dropped: number;
}

const Text = v.pipe(v.string(), v.minLength(1));
const Count = v.fallback(v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))), undefined);
const Link = v.pipe(
  v.string(),
  v.check((text) => isWebLink(text)),
);

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
  sponsorId: v.fallback(v.optional(Text), undefined),
  userId: v.fallback(v.string(), ''),
});

/**
 * Reads a stored `download-list`: a bare array or `{items: […]}`. Items of older versions lack the id, the archive's
 * name and the owner: the first two are made anew, the sponsor is the path's first segment. A failure is not kept, so
 * an item whose start failed is queued again. What can't be used (no path, a link that is none, a second of the same)
 * is left out and counted; the rest stays.
 */
export function parseDownloadList(stored: unknown): ParsedDownloadList {
  const list = v.safeParse(v.union([v.array(v.unknown()), v.object({ items: v.array(v.unknown()) })]), stored);
  if (!list.success) return { items: [], dropped: stored === undefined || stored === null ? 0 : 1 };
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
    sponsorId,
    userId,
  };
}
