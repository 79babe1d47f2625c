/**
 * The texts of a folder, frozen (groups within them are not). Their type is that of any language, so that a translation
 * is the same module again: an object of this one's type.
 */
export function gatherWords<Words extends object>(words: Words): Readonly<Words> {
  return Object.freeze(words);
}

/** A text that others follow: with a full stop, unless it has one. */
export function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** A sentence around something that is drawn by itself: a name, a link. */
export interface WordsAround {
  readonly before: string;
  readonly after: string;
}
