import { stemOf } from './grammar';

/** The meaning of a number in a file name. */
export type DigitRole = 'section' | 'layer' | 'channel';

/** Digits of a name that form one number. */
export interface DigitSlot {
  readonly role: DigitRole;
  readonly run: number;
  readonly offset: number;
  /** Undefined: up to the end of the run, however many digits other names have there. */
  readonly width: number | undefined;
}

/** Where the names of a list contain their section, layer and channel. */
export interface NumberPattern {
  readonly slots: readonly DigitSlot[];
}

/** The numbers of one name; undefined if the pattern does not fit or has no such number. */
export type NameNumbers = Readonly<Record<DigitRole, number | undefined>>;

/** Reads the numbers of a name. Digits of the same role that are not adjacent are joined. */
export function readNumbers(name: string, { slots }: NumberPattern): NameNumbers {
  const runs = runsOf(stemOf(name));
  const texts: Record<DigitRole, string | undefined> = { section: undefined, layer: undefined, channel: undefined };
  for (const { role, run, offset, width } of slots) {
    const text = runs[runs.length - 1 - run]?.text;
    const digits = text?.slice(offset, width === undefined ? undefined : offset + width);
    if (digits === undefined || digits === '') return { section: undefined, layer: undefined, channel: undefined };
    texts[role] = (texts[role] ?? '') + digits;
  }
  const numberOf = (role: DigitRole) => (texts[role] === undefined ? undefined : Number(texts[role]));
  return { section: numberOf('section'), layer: numberOf('layer'), channel: numberOf('channel') };
}

interface DigitRun {
  readonly start: number;
  readonly text: string;
}

/** Returns the runs of digits in a text. */
export function runsOf(stem: string): readonly DigitRun[] {
  return Array.from(stem.matchAll(/\d+/g), (match) => ({ start: match.index, text: match[0] }));
}

/** A number that is not the same in all names. */
export interface DifferingNumber {
  /** Counted from the end of the names: 0 is the last one. */
  readonly run: number;
  /** Two names that differ, each with its number; empty in a name with fewer numbers. */
  readonly examples: readonly (readonly [name: string, number: string])[];
}

/** Finds the numbers with digits that a pattern does not use, if these digits are not the same in all names. */
export function differingNumbers(names: readonly string[], { slots }: NumberPattern): readonly DifferingNumber[] {
  const all = names.map((name) => runsOf(stemOf(name)).toReversed());
  const most = all.reduce((longest, { length }) => Math.max(longest, length), 0);
  return Array.from({ length: most }, (_, run) => run).flatMap((run) => {
    const own = slots.filter((slot) => slot.run === run);
    const isUsed = (at: number) => own.some(({ offset, width = Infinity }) => at >= offset && at < offset + width);
    const unused = all.map((runs) => runs[run]?.text.replace(/\d/g, (digit, at: number) => (isUsed(at) ? '' : digit)));
    const other = unused.findIndex((text) => text !== unused[0]);
    if (other === -1) return [];
    return [{ run, examples: [0, other].map((index) => [names[index] ?? '', all[index]?.[run]?.text ?? ''] as const) }];
  });
}
