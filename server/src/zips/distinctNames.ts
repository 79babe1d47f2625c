/**
 * Gives names to the entries of one archive so that none takes another's place when it is unpacked, also on a disk
 * that doesn't tell case apart. The same entries in the same order get the same names.
 *
 * @returns a function that gives the first of the wished names that is free, or else the last one with a number
 */
export function createDistinctNames(): (first: string, ...others: readonly string[]) => string {
  const taken = new Set<string>();

  function take(name: string): boolean {
    const folded = name.toLowerCase();
    if (taken.has(folded)) return false;
    taken.add(folded);
    return true;
  }

  return (first, ...others) => {
    const wished = [first, ...others];
    const free = wished.find(take);
    if (free !== undefined) return free;
    const last = wished.at(-1) ?? first;
    for (let number = 2; ; number += 1) {
      const numbered = withNumber(last, number);
      if (take(numbered)) return numbered;
    }
  };
}

/** `b/a.tif` → `b/a (2).tif` */
function withNumber(name: string, number: number): string {
  return name.replace(/(\.[^./]*)?$/, (ending) => ` (${String(number)})${ending}`);
}
