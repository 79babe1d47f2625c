/** A longer word is no slip of somebody's fingers. */
const LONGEST_WORD = 60;
const MOST_SLIPS = 3;

/**
 * The candidate that was probably meant: the one that takes the fewest slips (letters that are missing, too many or
 * others; their case does not count), at most one for each three letters. Undefined where none is so near.
 */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  if (typed.length > LONGEST_WORD) return undefined;
  let fewest = Math.min(MOST_SLIPS, Math.max(1, Math.floor(typed.length / 3))) + 1;
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - typed.length) >= fewest) continue;
    const slips = editDistance(typed, candidate.toLowerCase());
    if (slips >= fewest) continue;
    fewest = slips;
    nearest = candidate;
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbours (Damerau's and Levenshtein's distance), in code units. */
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
