import { stemOf } from './grammar';
import {
  differingNumbers,
  readNumbers,
  runsOf,
  type DigitRole,
  type DigitSlot,
  type NumberPattern,
} from './numberPattern';

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

/** Where a number of a stem is: from `start` up to but not including `end`. */
type Mark = readonly [role: DigitRole, start: number, end: number];

/**
 * Finds the marks of one stem; undefined if it does not follow the convention.
 *
 * @param varying the runs, counted from the end, that are not the same in all names
 */
type MarkFinder = (stem: string, varying: ReadonlySet<number>) => readonly Mark[] | undefined;

/** The most specific convention comes first. */
const FINDERS: readonly MarkFinder[] = [findLabels, findSixDigits, findLastNumber];

/**
 * Finds the first convention that all names follow at the same positions. One that fits only some of the names would
 * misplace the others.
 */
export function detectPattern(names: readonly string[]): NumberPattern | undefined {
  const [sample] = names;
  if (sample === undefined) return undefined;
  const varying = new Set(differingNumbers(names, { slots: [] }).map(({ run }) => run));
  for (const find of FINDERS) {
    const pattern = toPattern(sample, find(stemOf(sample), varying));
    if (pattern !== undefined && names.every((name) => fits(name, find(stemOf(name), varying), pattern)))
      return pattern;
  }
  return undefined;
}

function toPattern(sample: string, marks: readonly Mark[] | undefined): NumberPattern | undefined {
  const roles = marks?.flatMap(([role, start, end]) =>
    Array.from({ length: end - start }, (_, offset) => [start + offset, role] as const),
  );
  return roles && patternOf(sample, new Map(roles));
}

function fits(name: string, marks: readonly Mark[] | undefined, pattern: NumberPattern): boolean {
  if (marks === undefined) return false;
  const read = readNumbers(name, pattern);
  return ROLES.every((role) => {
    const mark = marks.find(([marked]) => marked === role);
    return read[role] === (mark && Number(stemOf(name).slice(mark[1], mark[2])));
  });
}

/** What a word before a number says. `depth`: the section, or the layer of a name that has a section, too. */
const LABELS: Readonly<Record<string, DigitRole | 'depth'>> = {
  ...{ s: 'section', sec: 'section', section: 'section', z: 'depth', slice: 'depth', l: 'layer', layer: 'layer' },
  ...{ c: 'channel', ch: 'channel', channel: 'channel' },
};

/** Most digits of a number. `ch` before six digits is another convention. */
const MAX_DIGITS = { section: 6, depth: 6, layer: 3, channel: 3 } as const;

/** Finds the numbers with a label, wherever they are: `scan_S12_L01_ch2`, `C1-stack0001`, `c001z012`. */
function labelledNumbers(stem: string): readonly Mark[] {
  const found = new Map<DigitRole | 'depth', readonly [start: number, end: number]>();
  // `C57BL6` is no channel: letters may follow a number only if they are the label of another one.
  for (const match of stem.matchAll(/([a-z]+)[-_ .]?(\d+)(?!\d|[a-z]{2}|[a-z](?!\d))/gi)) {
    const [all, letters = '', digits = ''] = match;
    const role = LABELS[(/[a-z]([A-Z][a-z]*)$/.exec(letters)?.[1] ?? letters).toLowerCase()];
    const end = match.index + all.length;
    if (role !== undefined && digits.length <= MAX_DIGITS[role]) found.set(role, [end - digits.length, end]);
  }
  const depth = found.has('section') ? 'layer' : 'section';
  const places = { [depth]: found.get('depth'), ...Object.fromEntries(found) };
  return ROLES.flatMap((role) => (places[role] === undefined ? [] : [[role, ...places[role]] as const]));
}

/** Numbers with labels. The section may be the only one without. */
function findLabels(stem: string, varying: ReadonlySet<number>): readonly Mark[] | undefined {
  const labelled = labelledNumbers(stem);
  if (labelled.length === 0) return undefined;
  return labelled.some(([role]) => role === 'section')
    ? labelled
    : [...labelled, ...(findLastNumber(stem, varying) ?? [])];
}

/** `background_ch010012`: two digits for the channel, and four for the section. */
function findSixDigits(stem: string): readonly Mark[] | undefined {
  const match = /(?<=(?:^|[^a-z0-9])ch)\d{6}$/i.exec(stem);
  if (match === null) return undefined;
  return [
    ['channel', match.index, match.index + 2],
    ['section', match.index + 2, match.index + 6],
  ];
}

/** `image_0135`: the last number that is no layer and no channel, and not the same in all names unless there is only one. */
function findLastNumber(stem: string, varying: ReadonlySet<number>): readonly Mark[] | undefined {
  const others = labelledNumbers(stem).filter(([role]) => role !== 'section');
  const runs = runsOf(stem);
  const isCandidate = (start: number, run: number) =>
    !others.some((mark) => mark[1] === start) && (varying.size === 0 || varying.has(run));
  const last = runs.findLast(({ start }, index) => isCandidate(start, runs.length - 1 - index));
  if (last === undefined || last.text.length > MAX_DIGITS.section) return undefined;
  return [['section', last.start, last.start + last.text.length]];
}

/**
 * Returns what consecutive section numbers reproduce of the names: the digits of the section, or else the last number, if no two
 * names have the same.
 */
export function orderPattern(names: readonly string[]): NumberPattern {
  const slots = detectPattern(names)?.slots.filter(({ role }) => role === 'section');
  const pattern: NumberPattern = { slots: slots ?? [{ role: 'section', run: 0, offset: 0, width: undefined }] };
  const distinct = new Set(names.map((name) => readNumbers(name, pattern).section));
  return distinct.size === names.length ? pattern : { slots: [] };
}
