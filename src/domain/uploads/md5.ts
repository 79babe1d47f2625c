import SparkMD5 from 'spark-md5';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** MD5 of a text's UTF-8 form, lower-case hex. For names and path lists; parts of files go through `hashPart`. */
export function md5OfText(text: string): string {
  // UTF-8 has no form for half a surrogate pair: encoding it would throw.
  return SparkMD5.hash(text.replace(LONE_SURROGATE, '\uFFFD'));
}
