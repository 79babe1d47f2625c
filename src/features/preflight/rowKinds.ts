import type { GapMark } from '../../domain/completeness/gapMarks';

/** What there is to say about a chosen file. */
export type RowKind =
  | 'invalid'
  /** The storage takes no such key, whatever the grammar says. */
  | 'unstorable'
  | 'beyondTotal'
  | 'duplicate'
  | 'tooLarge'
  /** On the server already, and nobody has said what to do. */
  | 'undecided'
  | 'skipped'
  | 'replacing'
  | 'empty'
  | GapMark
  | 'system';

/** Whether nothing is sent while a row is of a kind; in the order in which the counts stand. */
const BLOCKS: Readonly<Record<RowKind, boolean>> = {
  invalid: true,
  unstorable: true,
  beyondTotal: true,
  duplicate: true,
  tooLarge: true,
  undecided: true,
  skipped: false,
  replacing: false,
  empty: false,
  missingChannel: false,
  nextToGap: false,
  system: false,
};

/** The kinds in their order. */
export const ROW_KIND_LIST = Object.keys(BLOCKS).filter((kind): kind is RowKind => kind in BLOCKS);

/** Whether nothing is sent while a row is of this kind. */
export function blocks(kind: RowKind): boolean {
  return BLOCKS[kind];
}

/** How many rows are of each kind, in one pass. */
export function countKinds(rows: readonly { readonly kinds: readonly RowKind[] }[]): ReadonlyMap<RowKind, number> {
  const counts = new Map<RowKind, number>();
  for (const { kinds } of rows) for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
