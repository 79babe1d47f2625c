/** Whole numbers from `first` to `last`, both included. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** Numbers in rising order, each once, as the fewest ranges. */
export function toRanges(numbers: readonly number[]): readonly NumberRange[] {
  const ranges: NumberRange[] = [];
  for (const number of numbers) {
    const current = ranges.at(-1);
    if (current?.last === number - 1) ranges[ranges.length - 1] = { first: current.first, last: number };
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}

/** What lies between numbers in rising order; never counted one by one, for a mistyped number may be far away. */
export function between(numbers: readonly number[]): readonly NumberRange[] {
  return numbers.flatMap((number, index) => {
    const next = numbers[index + 1];
    return next === undefined || next === number + 1 ? [] : [{ first: number + 1, last: next - 1 }];
  });
}

/** How many numbers the ranges hold together. */
export function countOf(ranges: readonly NumberRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Whether a number lies in the range. */
export function isWithin(number: number, { first, last }: NumberRange): boolean {
  return number >= first && number <= last;
}

/** The numbers in rising order, each once. */
export function rising(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((left, right) => left - right);
}

/** The nearest of some numbers; of two that are as near, the one that stands first. Without any, the number itself. */
export function nearestTo(number: number, candidates: readonly number[]): number {
  return candidates.reduce(
    (best, one) => (Math.abs(one - number) < Math.abs(best - number) ? one : best),
    candidates[0] ?? number,
  );
}
