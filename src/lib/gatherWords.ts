/**
 * The texts of a folder, frozen (groups within them are not). Their type is that of any language, so that a translation
 * is the same module again: an object of this one's type.
 */
export function gatherWords<Words extends object>(words: Words): Readonly<Words> {
  return Object.freeze(words);
}

/** A sentence around something that is drawn by itself: a name, a link. */
export interface WordsAround {
  readonly before: string;
  readonly after: string;
}
