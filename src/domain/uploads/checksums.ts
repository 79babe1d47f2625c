import SparkMD5 from 'spark-md5';

/**
 * Returns the S3 multipart checksum of a file: the MD5 of its parts' binary digests, then `-N`.
 * @param md5s digests in part order, hex
 */
export function compositeChecksum(md5s: readonly string[]): string {
  const bytes = new Uint8Array(md5s.length * 16);
  md5s.forEach((md5, part) => {
    for (let index = 0; index < 16; index += 1) {
      bytes[part * 16 + index] = Number.parseInt(md5.slice(index * 2, index * 2 + 2), 16);
    }
  });
  return `${SparkMD5.ArrayBuffer.hash(bytes.buffer)}-${String(md5s.length)}`;
}

/** Removes the quotes and the weak prefix of an ETag. */
export function bareEtag(etag: string): string {
  return etag
    .trim()
    .replace(/^W\//i, '')
    .replace(/^"(.*)"$/, '$1');
}

/** Compares an ETag with an MD5, ignoring quotes and case. */
export function etagMatches(etag: string, md5: string): boolean {
  return bareEtag(etag).toLowerCase() === md5.toLowerCase();
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Returns the MD5 of a text in UTF-8, lower-case hex. File parts are hashed by `hashPart` instead. */
export function md5OfText(text: string): string {
  // A lone surrogate can't be encoded in UTF-8.
  return SparkMD5.hash(text.replace(LONE_SURROGATE, '\uFFFD'));
}
