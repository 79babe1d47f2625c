/** Whole numbers from `first` to `last`, inclusive. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** Converts ascending distinct numbers to as few ranges as possible. */
export function toRanges(numbers: readonly number[]): readonly NumberRange[] {
  const ranges: NumberRange[] = [];
  let first = numbers[0];
  for (const [index, last] of numbers.entries()) {
    const next = numbers[index + 1];
    if (next === last + 1) continue;
    ranges.push({ first: first ?? last, last });
    first = next;
  }
  return ranges;
}

/** Returns the gaps between ascending numbers. Does not iterate over the gaps, which a typing error can make huge. */
export function gapsBetween(numbers: readonly number[]): readonly NumberRange[] {
  const gaps: NumberRange[] = [];
  for (const [index, number] of numbers.entries()) {
    const next = numbers[index + 1];
    if (next !== undefined && next !== number + 1) gaps.push({ first: number + 1, last: next - 1 });
  }
  return gaps;
}

/** Merges ranges that overlap or touch. The result is in ascending order. */
export function mergeRanges(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const merged: NumberRange[] = [];
  for (const range of [...ranges].sort((left, right) => left.first - right.first)) {
    const current = merged.at(-1);
    if (current === undefined || range.first > current.last + 1) merged.push(range);
    else merged[merged.length - 1] = { first: current.first, last: Math.max(current.last, range.last) };
  }
  return merged;
}

/** Returns the numbers of a range. */
export function numbersIn({ first, last }: NumberRange): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Returns how many numbers the ranges contain in total. */
export function countInRanges(ranges: readonly NumberRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Returns true if the number is in the range. */
export function isWithin(number: number, { first, last }: NumberRange): boolean {
  return number >= first && number <= last;
}

/** Returns the distinct numbers in ascending order. */
export function sortedUnique(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((left, right) => left - right);
}

/** Returns the candidate nearest to a number, or the number itself if there is no candidate. Ties go to the first. */
export function nearestTo(number: number, candidates: readonly number[]): number {
  return candidates.reduce(
    (best, one) => (Math.abs(one - number) < Math.abs(best - number) ? one : best),
    candidates[0] ?? number,
  );
}
