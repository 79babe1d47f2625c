import { stemOf } from './grammar';
import { readNumbers, runsOf, type DigitRole, type DigitSlot, type NumberPattern } from './numberPattern';

/* Makes number patterns: of the digits that a user marks in a sample, or of a convention that all names follow. */

/** A digit of a name. */
export interface NameDigit {
  /** Position in the name. */
  readonly index: number;
  /** The run of digits that it belongs to, counted from the end of the name: 0 is the last one. */
  readonly run: number;
  /** Position within the run. */
  readonly offset: number;
}

const ROLES: readonly DigitRole[] = ['section', 'layer', 'channel'];

/** Returns the digits of a name without its extension. */
export function digitsOf(name: string): readonly NameDigit[] {
  const runs = runsOf(stemOf(name));
  return runs.flatMap(({ start, text }, position) =>
    Array.from(text, (_, offset) => ({ index: start + offset, run: runs.length - 1 - position, offset })),
  );
}

/** Creates a pattern from the digits that were marked in a sample name, by position. */
export function patternOf(sample: string, roles: ReadonlyMap<number, DigitRole>): NumberPattern {
  const digits = digitsOf(sample);
  const slots: { -readonly [Key in keyof DigitSlot]: DigitSlot[Key] }[] = [];
  digits.forEach(({ index, run, offset }, position) => {
    const role = roles.get(index);
    if (role === undefined) return;
    const last = slots.at(-1);
    const before = digits[position - 1];
    const continues =
      last?.role === role && last.run === run && before?.run === run && roles.get(before.index) === role;
    if (continues) last.width = (last.width ?? 0) + 1;
    else slots.push({ role, run, offset, width: 1 });
  });
  return {
    slots: slots.map((slot) => {
      const length = digits.filter(({ run }) => run === slot.run).length;
      return slot.offset + (slot.width ?? 0) === length ? { ...slot, width: undefined } : slot;
    }),
  };
}

/** Returns the positions of the marked digits in a name. */
export function markDigits(name: string, { slots }: NumberPattern): ReadonlyMap<number, DigitRole> {
  return new Map(
    digitsOf(name).flatMap(({ index, run, offset }) => {
      const slot = slots.find((one) => one.run === run && offset >= one.offset && offset < one.offset + widthOf(one));
      return slot === undefined ? [] : [[index, slot.role] as const];
    }),
  );
}

function widthOf({ width }: DigitSlot): number {
  return width ?? Number.POSITIVE_INFINITY;
}

/** Describes the digits of a pattern in a sample: `00 = channel, 0020 = section`. */
export function describePattern(sample: string, pattern: NumberPattern): string {
  const marks = markDigits(sample, pattern);
  return ROLES.flatMap((role) => {
    const digits = [...marks].filter(([, marked]) => marked === role).map(([index]) => sample[index]);
    return digits.length === 0 ? [] : [`${digits.join('')} = ${role}`];
  }).join(', ');
}

/** Finds the marks of one stem; undefined if it does not follow the convention. */
type MarkFinder = (stem: string) => readonly (readonly [DigitRole, start: number, end: number])[] | undefined;

/** The most specific convention comes first. */
const FINDERS: readonly MarkFinder[] = [findLabels, findSixDigits, findLastNumber];

/**
 * Finds the first convention that all names follow at the same positions. One that fits only some of the names would
 * misplace the others.
 */
export function detectPattern(names: readonly string[]): NumberPattern | undefined {
  const [sample] = names;
  if (sample === undefined) return undefined;
  for (const find of FINDERS) {
    const pattern = toPattern(sample, find);
    if (pattern !== undefined && names.every((name) => fits(name, find, pattern))) return pattern;
  }
  return undefined;
}

function toPattern(sample: string, find: MarkFinder): NumberPattern | undefined {
  const marks = find(stemOf(sample));
  if (marks === undefined) return undefined;
  const roles = marks.flatMap(([role, start, end]) =>
    Array.from({ length: end - start }, (_, offset) => [start + offset, role] as const),
  );
  return patternOf(sample, new Map(roles));
}

function fits(name: string, find: MarkFinder, pattern: NumberPattern): boolean {
  const stem = stemOf(name);
  const marks = find(stem);
  if (marks === undefined) return false;
  const read = readNumbers(name, pattern);
  return ROLES.every((role) => {
    const mark = marks.find(([marked]) => marked === role);
    return read[role] === (mark && Number(stem.slice(mark[1], mark[2])));
  });
}

/** `scan_S12_L01_ch2`, `section-12 channel-2`, `s0012` */
function findLabels(stem: string): ReturnType<MarkFinder> {
  const section = findNumber(stem, /(?<=(?:^|[^a-z0-9])s(?:ection)?[-_ ]?)\d{1,6}(?!\d)/i, 'section');
  if (section === undefined) return undefined;
  const layer = findNumber(stem, /(?<=(?:^|[^a-z0-9])l(?:ayer)?[-_ ]?)\d{1,2}(?!\d)/i, 'layer');
  const channel = findNumber(stem, /(?<=(?:^|[^a-z0-9])c(?:h(?:annel)?)?[-_ ]?)\d{1,2}(?!\d)/i, 'channel');
  return [section, layer, channel].filter((mark) => mark !== undefined);
}

/** `background_ch010012`: two digits for the channel, and four for the section. */
function findSixDigits(stem: string): ReturnType<MarkFinder> {
  const match = /(?<=(?:^|[^a-z0-9])ch)\d{6}$/i.exec(stem);
  if (match === null) return undefined;
  return [
    ['channel', match.index, match.index + 2],
    ['section', match.index + 2, match.index + 6],
  ];
}

/** `image_0135` */
function findLastNumber(stem: string): ReturnType<MarkFinder> {
  const mark = findNumber(stem, /(?<!\d)\d{1,6}(?=\D*$)/, 'section');
  return mark && [mark];
}

function findNumber(stem: string, pattern: RegExp, role: DigitRole): readonly [DigitRole, number, number] | undefined {
  const match = pattern.exec(stem);
  return match === null ? undefined : [role, match.index, match.index + match[0].length];
}
