import { namingWords } from './namingWords';

/** What a name seems to say, though it does not follow the grammar. */
interface GuessedNumbers {
  readonly section: number;
  /** Undefined where the name says nothing about it. */
  readonly channel: number | undefined;
}

interface Pattern {
  /** In words, for the person to judge. */
  readonly words: string;
  readonly read: (stem: string) => GuessedNumbers | undefined;
}

/** A pattern that every name of a choice follows. `numbers` are in the order of the names. */
export interface PatternGuess {
  readonly words: string;
  readonly numbers: readonly GuessedNumbers[];
}

/** The most telling first. */
const PATTERNS: readonly Pattern[] = [
  { words: namingWords.patternOfTags, read: readTags },
  { words: namingWords.patternOfSixDigits, read: readChannelAndSection },
  { words: namingWords.patternOfLastNumber, read: readLastNumber },
];

/**
 * The first pattern that all names follow; undefined where there is none. A pattern that fits only some of them would
 * put the others in the wrong place, so it does not count.
 * @param names file names, with or without extension
 */
export function guessPattern(names: readonly string[]): PatternGuess | undefined {
  const stems = names.map((name) => name.replace(/\.[a-z]\w{0,4}$/i, ''));
  for (const { words, read } of PATTERNS) {
    const numbers = readAll(stems, read);
    if (numbers !== undefined) return { words, numbers };
  }
  return undefined;
}

function readAll(stems: readonly string[], read: Pattern['read']): readonly GuessedNumbers[] | undefined {
  const numbers: GuessedNumbers[] = [];
  for (const stem of stems) {
    const found = read(stem);
    if (found === undefined) return undefined;
    numbers.push(found);
  }
  return numbers.length === 0 ? undefined : numbers;
}

/** `scan_S12_L01_ch2`, `section-12 channel-2`, `s0012` */
function readTags(stem: string): GuessedNumbers | undefined {
  const section = /(?:^|[^a-z0-9])s(?:ection)?[-_ ]?(\d{1,6})(?!\d)/i.exec(stem)?.[1];
  if (section === undefined) return undefined;
  const channel = /(?:^|[^a-z0-9])c(?:h(?:annel)?)?[-_ ]?(\d{1,2})(?!\d)/i.exec(stem)?.[1];
  return { section: Number(section), channel: channel === undefined ? undefined : Number(channel) };
}

/** `signal_ch000012` is channel 1, section 12; `background_ch010012` is channel 2, section 12. */
function readChannelAndSection(stem: string): GuessedNumbers | undefined {
  const [, channel, section] = /(?:^|[^a-z0-9])ch(\d{2})(\d{4})$/i.exec(stem) ?? [];
  const fits = channel !== undefined && channel !== '99' && section !== undefined;
  return fits ? { section: Number(section), channel: Number(channel) + 1 } : undefined;
}

/** `image_0135` is section 135. */
function readLastNumber(stem: string): GuessedNumbers | undefined {
  const section = /(?:^|\D)(\d{1,6})\D*$/.exec(stem)?.[1];
  return section === undefined ? undefined : { section: Number(section), channel: undefined };
}
