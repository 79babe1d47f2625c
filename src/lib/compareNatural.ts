const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders names as people count: `S2` before `S10`; ties are settled by code unit so that the order is total. */
export function compareNatural(left: string, right: string): number {
  const byCount = collator.compare(left, right);
  if (byCount !== 0) return byCount;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
