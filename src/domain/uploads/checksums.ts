import SparkMD5 from 'spark-md5';

/**
 * The S3 multipart form of a file's checksum: MD5 of the parts' binary digests in order, then `-N`.
 * @param md5s the parts' digests in part order, hex
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

/** An ETag as the API takes it: without quotes or the mark of a weak one. */
export function bareEtag(etag: string): string {
  return etag
    .trim()
    .replace(/^W\//i, '')
    .replace(/^"(.*)"$/, '$1');
}

/** A part is good if its ETag, without quotes and in any case, is its MD5. */
export function etagMatches(etag: string, md5: string): boolean {
  return bareEtag(etag).toLowerCase() === md5.toLowerCase();
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** MD5 of a text's UTF-8 form, lower-case hex. For names and path lists; parts of files go through `hashPart`. */
export function md5OfText(text: string): string {
  // UTF-8 has no form for half a surrogate pair: encoding it would throw.
  return SparkMD5.hash(text.replace(LONE_SURROGATE, '\uFFFD'));
}
