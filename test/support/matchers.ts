/** Typed asymmetric matchers. */

/** Matches any string. */
export function anyText(): string {
  return expect.any(String) as string;
}

/** Matches a string that contains the given one. */
export function textWith(part: string): string {
  return expect.stringContaining(part) as string;
}

/** Matches a string by a regular expression. */
export function textLike(pattern: RegExp): string {
  return expect.stringMatching(pattern) as string;
}

/** Matches an array that contains at least these items. */
export function listWith<Item>(...items: Item[]): Item[] {
  return expect.arrayContaining(items) as Item[];
}
