/** An object in a listing. A key that ends in `/` is an empty folder of size 0. */
export interface StoredObject {
  /** `sponsor/project/…`, made of the current titles. */
  readonly key: string;
  /** The key of its content in the blob store. Changes with the content. */
  readonly blob: string;
  /** Size in bytes. */
  readonly size: number;
  /** The MD5 of the content, or S3's multipart form of it. Absent if it is not known. */
  readonly etag?: string;
  /** Size in bytes of all parts but the last of the multipart form. Absent if it is not known. */
  readonly partSize?: number;
  /** True if all pixels of the image are known to have the same value. */
  readonly flat?: true;
  /** ISO-8601 UTC. */
  readonly lastModified: string;
}
