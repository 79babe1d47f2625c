import type { ThunkExtra } from '../../api/baseQuery';
import { createFetchPreview, type FetchPreview } from '../../api/previews';
import type { FileItem } from '../../domain/listing/fileListing';

/** The object of a picture. A replaced object has a different size or time. */
export interface PictureSource {
  /** Full key. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** ISO-8601 UTC. */
  readonly lastModified: string | undefined;
  /** The page of a multi-page image, from 1. Undefined for the first one that is not empty. */
  readonly page?: number | undefined;
  /** Number of pages, as the server counts them. Undefined if it is unknown. */
  readonly pages?: number | undefined;
}

/** Concurrent requests for pictures or thumbnails: the browser's limit of connections per host. */
export const MAX_CONCURRENT_PICTURES = 6;

/** Returns the source of a file's picture. */
export function sourceOf({ path, size, lastModified }: FileItem, page?: number): PictureSource {
  return { key: path, size, lastModified, page };
}

/** Returns an ID of the page that changes when the object is replaced. */
export function pictureId({ key, size, lastModified, page }: PictureSource): string {
  return JSON.stringify([key, size, lastModified, page]);
}

/** One per store, so that thumbnails and sections share the refresh of rejected keys. */
const fetchers = new WeakMap<ThunkExtra, FetchPreview>();

/** Returns the function that fetches previews for a store. */
export function getFetchPreview(extra: ThunkExtra): FetchPreview {
  const known = fetchers.get(extra) ?? createFetchPreview(extra);
  fetchers.set(extra, known);
  return known;
}
