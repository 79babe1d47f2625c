import type { InPieces } from './inPieces';
import { parseJson } from './parseJson';

/** Characters of a list that are parsed in one go. */
const PIECE_LENGTH = 200_000;

/** A list of the text: the elements that were cut out of it, and where they stood. */
interface CutList {
  /** Of the member whose value it is; undefined for a text that is a list itself. */
  readonly name: string | undefined;
  readonly elements: readonly unknown[];
  /** Just behind its `[`. */
  readonly start: number;
  /** Of its `]`. */
  readonly end: number;
}

/**
 * Gives what `parseJson` gives, in pieces: a list, or the lists that are members of an object, are cut between their
 * elements. Each part of the text goes through the browser's own parser, so that nothing is read that it would refuse.
 *
 * @returns undefined for a text that is no JSON
 */
export function* parseJsonInPieces(text: string, pieceLength = PIECE_LENGTH): InPieces<unknown> {
  const cuts: CutList[] = [];
  let envelope = '';
  let kept = 0;
  let depth = 0;
  let lastString: readonly [number, number] | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) {
      const end = stringEnd(text, at);
      lastString = [at, end + 1];
      at = end;
    } else if (letter === OPEN_LIST && (depth === 1 || (depth === 0 && cuts.length === 0))) {
      const cut: CutList | undefined = yield* cutList(text, at, depth === 0 ? undefined : lastString, pieceLength);
      if (cut === undefined) return undefined;
      cuts.push(cut);
      envelope += text.slice(kept, cut.start);
      kept = cut.end;
      at = cut.end;
    } else if (letter === OPEN_LIST || letter === OPEN_OBJECT) depth += 1;
    else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth -= 1;
  }
  const whole = parseJson(envelope + text.slice(kept));
  return cuts.reduce<unknown>((value, cut) => fill(value, cut), whole);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function* cutList(
  text: string,
  open: number,
  nameAt: readonly [number, number] | undefined,
  pieceLength: number,
): InPieces<CutList | undefined> {
  const name = nameAt && parseJson(text.slice(...nameAt));
  const elements: unknown[] = [];
  const start = open + 1;
  let pieceStart = start;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = stringEnd(text, at);
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) depth += 1;
    else if (depth > 0) {
      if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth -= 1;
    } else if (letter === CLOSE_LIST || (letter === COMMA && at - pieceStart >= pieceLength)) {
      const piece = parseJson(`[${text.slice(pieceStart, at)}]`);
      // Nothing before the end is fine only if there was nothing at all.
      if (!Array.isArray(piece) || (piece.length === 0 && (letter === COMMA || pieceStart > start))) return undefined;
      for (const element of piece) elements.push(element);
      if (letter === CLOSE_LIST) return { name: typeof name === 'string' ? name : undefined, elements, start, end: at };
      pieceStart = at + 1;
      yield;
    } else if (letter === CLOSE_OBJECT) return undefined;
  }
  return undefined;
}

/** Puts the elements into the empty list that was left in their place. */
function fill(value: unknown, { name, elements }: CutList): unknown {
  if (name === undefined) return Array.isArray(value) ? elements : value;
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  // Of members with one name the last one counts.
  if (Array.isArray(list)) {
    list.length = 0;
    for (const element of elements) list.push(element);
  }
  return value;
}

/** Where the string ends that begins with the quote at `start`; behind the text, if it does not. */
function stringEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}
