import { collectMosaic, type Mosaic, type MosaicCollector } from './mosaicEntries';

/** A longer line is no field: the longest, a description, holds a tenth of it. */
const LONGEST_LINE = 100_000;

/** Takes a text piece by piece. */
interface LineParser {
  readonly take: (piece: string) => void;
  /** To be called once, when all is taken. */
  readonly finish: () => Mosaic;
}

/** Reads a mosaic of lines. Pieces may end anywhere; line ends are `\r\n`, `\n` and `\r`. */
export function createLineParser(): LineParser {
  const collector = collectMosaic();
  let number = 1;
  /** The beginning of a line whose end is in a later piece. */
  let begun = '';
  let isTooLong = false;
  let isAfterReturn = false;

  const readLine = (rest: string): void => {
    if (isTooLong || begun.length + rest.length > LONGEST_LINE) collector.addUnreadable(number);
    else readEntry(begun + rest, number, collector);
    begun = '';
    isTooLong = false;
  };

  const take = (piece: string): void => {
    let start = isAfterReturn && piece.startsWith('\n') ? 1 : 0;
    let newline = piece.indexOf('\n', start);
    let carriageReturn = piece.indexOf('\r', start);
    for (;;) {
      const end = firstOf(newline, carriageReturn);
      if (end < 0) break;
      if (begun !== '' || isTooLong || !isPosition(piece, start)) readLine(piece.slice(start, end));
      number += 1;
      start = end === carriageReturn && newline === end + 1 ? end + 2 : end + 1;
      if (newline >= 0 && newline < start) newline = piece.indexOf('\n', start);
      if (carriageReturn >= 0 && carriageReturn < start) carriageReturn = piece.indexOf('\r', start);
    }
    // An empty piece leaves the question open whether a line feed follows.
    if (piece !== '') isAfterReturn = piece.endsWith('\r');
    begun += piece.slice(start);
    if (begun.length <= LONGEST_LINE) return;
    isTooLong = true;
    begun = '';
  };

  return {
    take,
    finish: () => {
      readLine('');
      return collector.mosaic();
    },
  };
}

/**
 * Reads `name:value`, `name=value` or `name<TAB>value`. The separator that comes first on the line splits it, and only
 * there: values hold colons (times, Windows paths) and equals signs (attributes). Tabs before a colon or an equals sign
 * only fill the line.
 */
function readEntry(line: string, number: number, collector: MosaicCollector): void {
  const text = line.trim();
  if (text === '' || text.startsWith('#') || isPosition(text, 0)) return;
  const at = text.search(/[:=\t]/);
  if (at < 1) {
    collector.addUnreadable(number);
    return;
  }
  const value = text.slice(at + 1).trim();
  const isFilledLine = text[at] === '\t' && /^[:=]/.test(value);
  collector.add(text.slice(0, at), isFilledLine ? value.slice(1).trim() : value, number);
}

/** `XPos…`, `YPos…`: where each tile was taken, thousands of lines that say nothing of the form. */
function isPosition(text: string, at: number): boolean {
  const axis = text.charCodeAt(at) | 0x20;
  if (axis !== 0x78 && axis !== 0x79) return false;
  return text.slice(at + 1, at + 4).toLowerCase() === 'pos';
}

/** The lower of two places, of which -1 is none. */
function firstOf(left: number, right: number): number {
  if (left < 0 || right < 0) return Math.max(left, right);
  return Math.min(left, right);
}
