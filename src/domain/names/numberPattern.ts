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
