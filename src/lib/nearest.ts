import { foldText } from './foldText';

/** Longer words are not corrected. */
const LONGEST_WORD = 60;
const MAX_EDITS = 3;

/**
 * Returns the candidate with the smallest edit distance from a word, compared by how they read; undefined if the distance exceeds one
 * edit for every three letters.
 */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  const typed = foldText(word);
  if (typed.length > LONGEST_WORD) return undefined;
  let smallest = Math.min(MAX_EDITS, Math.max(1, Math.floor(typed.length / 3))) + 1;
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - typed.length) >= smallest) continue;
    const distance = editDistance(typed, foldText(candidate));
    if (distance >= smallest) continue;
    smallest = distance;
    nearest = candidate;
  }
  return nearest;
}

/** Computes the Damerau–Levenshtein distance in code units: insertions, deletions, replacements and transpositions. */
function editDistance(left: string, right: string): number {
  let [beforeLast, last]: [readonly number[], readonly number[]] = [[], [...Array(right.length + 1).keys()]];
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          isSwapped ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? 0;
}
