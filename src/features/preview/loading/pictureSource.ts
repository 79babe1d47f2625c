import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { createFetchPreview } from '../../../api/previews';
import { onePer } from '../../../platform/onePer';

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

/** Returns the function that fetches previews for a store. Thumbnails and sections share what it knows of rejected keys. */
export const fetchPreviewOf = onePer(createFetchPreview);
