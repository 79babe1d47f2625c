/**
 * Returns what is announced of the items of a list that have changed, as one text.
 *
 * @param announce gets the item before the change, if there was one
 */
export function announceChanges<Item extends { readonly id: string }>(
  before: readonly Item[],
  now: readonly Item[],
  announce: (before: Item | undefined, now: Item) => string | readonly string[] | undefined,
): string | undefined {
  if (before === now) return undefined;
  const known = new Map(before.map((item) => [item.id, item]));
  const sentences = now.flatMap((item) => announce(known.get(item.id), item) ?? []);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** Returns the quarters that a percentage has reached: at most three, since the end is announced in other words. */
export function quartersOf(percent: number): number {
  return Math.min(3, Math.floor(percent / 25));
}
