import type { GapMark } from '../completeness/gapMarks';

/** A finding about a chosen file. */
export type RowKind =
  | 'invalid'
  /** The storage does not accept the key. */
  | 'unstorable'
  | 'beyondTotal'
  | 'duplicate'
  | 'tooLarge'
  /** Named for another dataset of the project, and the user has not confirmed the destination. */
  | 'elsewhere'
  /** Already on the server, and it is not known yet whether to skip it or to replace the other one. */
  | 'undecided'
  | 'skipped'
  | 'replacing'
  | 'empty'
  /** Named like a TIFF, but not a complete one. */
  | 'unreadable'
  /** The name does not begin with the name of the dataset. */
  | 'foreign'
  | GapMark
  | 'system';

/** Findings that block the upload, in display order. */
const BLOCKS: Readonly<Record<RowKind, boolean>> = {
  invalid: true,
  unstorable: true,
  beyondTotal: true,
  duplicate: true,
  tooLarge: true,
  elsewhere: true,
  undecided: true,
  skipped: false,
  replacing: false,
  empty: false,
  unreadable: false,
  foreign: false,
  missingChannel: false,
  nextToGap: false,
  system: false,
};

/** All findings in display order. */
export const ROW_KIND_LIST = Object.keys(BLOCKS).filter((kind): kind is RowKind => kind in BLOCKS);

/** Returns true if the finding blocks the upload. */
export function blocks(kind: RowKind): boolean {
  return BLOCKS[kind];
}

/** Counts the rows by finding. */
export function countKinds(rows: readonly { readonly kinds: readonly RowKind[] }[]): ReadonlyMap<RowKind, number> {
  const counts = new Map<RowKind, number>();
  for (const { kinds } of rows) for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
