import { formatCount } from './formatNumber';

/** The texts are in English, regardless of the user's locale. */
const rules = new Intl.PluralRules('en');

/** Returns the form of a word for a count: `plural(2, 'is', 'are')`. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other;
}

/** Formats a count with its noun: `1 section`, `1,280 sections`. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${plural(count, noun, `${noun}s`)}`;
}
