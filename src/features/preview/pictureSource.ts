import type { FileItem } from '../../domain/listing/fileListing';

/** The object that a picture is drawn from. A replaced one has another size or time, hence another picture. */
export interface PictureSource {
  /** Full key. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** ISO-8601 UTC. */
  readonly lastModified: string | undefined;
}

/** Requests under way at once, of small pictures as of large ones: as many as a browser opens to one host. */
export const PICTURES_AT_ONCE = 6;

/** The object that a file's picture is drawn from. */
export function sourceOf({ path, size, lastModified }: FileItem): PictureSource {
  return { key: path, size, lastModified };
}

/** Tells pictures apart, replaced ones included. */
export function pictureId({ key, size, lastModified }: PictureSource): string {
  return JSON.stringify([key, size, lastModified]);
}
