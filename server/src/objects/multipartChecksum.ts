import { createHash } from 'node:crypto';

/** One part as the completing call names it; `etag` without quotes. */
export interface NamedPart {
  readonly partNumber: number;
  readonly etag: string;
  /** MD5, lower-case hex. */
  readonly checksum: string;
}

/** The checksum of a file of several parts, in S3's form: MD5 of the parts' binary digests in order, then `-N`. */
export function multipartChecksum(digests: readonly string[]): string {
  const hash = createHash('md5');
  for (const digest of digests) hash.update(Buffer.from(digest, 'hex'));
  return `${hash.digest('hex')}-${String(digests.length)}`;
}

/**
 * Says what is wrong with the parts that a completing call names, with the part in it; undefined where nothing is.
 * Whether the parts are there is another question.
 *
 * @param checksum of the whole file, in S3's multipart form
 */
export function partsProblem(parts: readonly NamedPart[], checksum: string): string | undefined {
  for (const [index, part] of parts.entries()) {
    if (part.partNumber !== index + 1) {
      return `Part ${String(index + 1)} is missing: part ${String(part.partNumber)} stands in its place.`;
    }
    if (part.etag !== part.checksum) {
      return `Part ${String(part.partNumber)}: its ETag ${part.etag} differs from its checksum ${part.checksum}.`;
    }
  }
  const expected = multipartChecksum(parts.map((part) => part.checksum));
  if (checksum !== expected)
    return `The checksum ${checksum} of the whole file differs from that of its parts, ${expected}.`;
  return undefined;
}
