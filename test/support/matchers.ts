/** Asymmetric matchers with the type of what they stand for, so that expectations stay typed. */

/** Any text. */
export function anyText(): string {
  return expect.any(String) as string;
}

/** A text that holds this one. */
export function textWith(part: string): string {
  return expect.stringContaining(part) as string;
}

/** A text that matches. */
export function textLike(pattern: RegExp): string {
  return expect.stringMatching(pattern) as string;
}

/** A list that holds at least these. */
export function listWith<Item>(...items: Item[]): Item[] {
  return expect.arrayContaining(items) as Item[];
}
