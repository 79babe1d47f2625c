import { formatCount } from './formatNumber';

/** The language of the texts, which decides how they count, whatever the reader's locale. */
const rules = new Intl.PluralRules('en');

/** The form of a word that goes with a count: `plural(2, 'is', 'are')`. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other;
}

/** `1 section`, `1,280 sections`. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${plural(count, noun, `${noun}s`)}`;
}
