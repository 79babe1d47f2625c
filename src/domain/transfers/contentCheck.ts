import { UPLOAD_MAX_PARTS, UPLOAD_PART_BYTES } from '../constants';
import type { FileEntry } from '../listing/fileListing';
import { bareEtag, compositeChecksum } from '../uploads/checksums';

/** How to compare bytes with the ETag of a stored file of the same size. */
export interface ContentCheck {
  /** Lower case, without quotes. */
  readonly etag: string;
  /** True for the multipart form of S3, false for the MD5 of the whole content. */
  readonly isComposite: boolean;
  /** Part sizes that can have produced the ETag, most likely first. Never empty. */
  readonly partSizes: readonly number[];
  /** False if the part sizes are guesses: then a mismatch does not prove that the contents differ. */
  readonly isCertain: boolean;
}

/** The outcome of a check. `unknown`: same size, but the ETag neither proves nor disproves the same content. */
export type ContentVerdict = 'identical' | 'different' | 'unknown';

/** A range of bytes that is hashed separately. */
export interface ContentBlock {
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
}

const MIB = 1024 * 1024;
const MB = 1_000_000;

/** Part sizes of common S3 clients, most likely first: this app, the AWS tools, rclone, MinIO, s3cmd and others. */
const COMMON_PART_SIZES: readonly number[] = [
  UPLOAD_PART_BYTES,
  ...[8, 5, 16, 10, 15, 20, 25, 32, 50, 100, 128, 200, 250, 256, 500, 512, 1024, 2048, 4096, 5120].map((n) => n * MIB),
  ...[64, 8, 5, 16, 10, 15, 20, 25, 32, 50, 100, 128, 200, 250, 256, 500, 512, 1000, 2000, 5000].map((n) => n * MB),
];

const PLAIN_MD5 = /^[0-9a-f]{32}$/;
const COMPOSITE = /^[0-9a-f]{32}-([1-9]\d{0,4})$/;

/**
 * Plans how to compare bytes with a stored file of the same size. Returns undefined if its ETag can't be compared: it is
 * missing, has an unknown form, or no known part size divides the file into its number of parts.
 */
export function planContentCheck({
  size,
  etag,
  partSize,
}: Pick<FileEntry, 'size' | 'etag' | 'partSize'>): ContentCheck | undefined {
  const bare = bareEtag(etag ?? '').toLowerCase();
  if (PLAIN_MD5.test(bare)) return { etag: bare, isComposite: false, partSizes: [wholeSize(size)], isCertain: true };
  const parts = Number(COMPOSITE.exec(bare)?.[1] ?? 0);
  if (parts < 1 || parts > UPLOAD_MAX_PARTS) return undefined;
  const check = { etag: bare, isComposite: true };
  // A single part is the whole content, regardless of the part size.
  if (parts === 1) return { ...check, partSizes: [wholeSize(size)], isCertain: true };
  const fits = (bytes: number): boolean => bytes > 0 && Math.ceil(size / bytes) === parts;
  if (partSize !== undefined && fits(partSize)) return { ...check, partSizes: [partSize], isCertain: true };
  const partSizes = COMMON_PART_SIZES.filter(fits);
  return partSizes.length === 0 ? undefined : { ...check, partSizes, isCertain: false };
}

/** Splits a content into the blocks to hash. An empty content has one empty block. */
export function contentBlocks(size: number, partSize: number): readonly ContentBlock[] {
  return Array.from({ length: Math.max(1, Math.ceil(size / partSize)) }, (_, index) => ({
    start: index * partSize,
    end: Math.min(size, (index + 1) * partSize),
  }));
}

/**
 * Returns the ETag that a content has in the form of the check.
 * @param md5s MD5 of each block of one part size, in order
 */
export function contentEtag({ isComposite }: Pick<ContentCheck, 'isComposite'>, md5s: readonly string[]): string {
  return isComposite ? compositeChecksum(md5s) : (md5s[0] ?? '');
}

/**
 * Compares hashed blocks with the ETag.
 * @param md5sByPartSize the MD5s of the blocks for each part size that was tried, in the order of `partSizes`
 * @returns `identical` if one of them matches. If none does, `different` only if the part size is certain
 */
export function contentVerdict(check: ContentCheck, md5sByPartSize: readonly (readonly string[])[]): ContentVerdict {
  if (md5sByPartSize.some((md5s) => contentEtag(check, md5s) === check.etag)) return 'identical';
  return check.isCertain && md5sByPartSize.length > 0 ? 'different' : 'unknown';
}

/** Returns a block size that covers the whole content. */
function wholeSize(size: number): number {
  return Math.max(1, size);
}
