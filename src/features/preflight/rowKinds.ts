import type { GapMark } from '../../domain/gapMarks';
import { preflightWords } from './preflightWords';

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

interface KindWords {
  /** Nothing is sent while a row is of this kind. */
  readonly blocks: boolean;
  /** What stands in the row. */
  readonly inRow: string;
}

/** In the order in which the counts stand, and in which a row tells its first reason. */
export const ROW_KINDS: Readonly<Record<RowKind, KindWords>> = {
  invalid: { blocks: true, inRow: preflightWords.kinds.invalid.inRow },
  unstorable: { blocks: true, inRow: preflightWords.kinds.unstorable.inRow },
  beyondTotal: { blocks: true, inRow: preflightWords.kinds.beyondTotal.inRow },
  duplicate: { blocks: true, inRow: preflightWords.kinds.duplicate.inRow },
  tooLarge: { blocks: true, inRow: preflightWords.kinds.tooLarge.inRow },
  undecided: { blocks: true, inRow: preflightWords.kinds.undecided.inRow },
  skipped: { blocks: false, inRow: preflightWords.kinds.skipped.inRow },
  replacing: { blocks: false, inRow: preflightWords.kinds.replacing.inRow },
  empty: { blocks: false, inRow: preflightWords.kinds.empty.inRow },
  missingChannel: { blocks: false, inRow: preflightWords.kinds.missingChannel.inRow },
  nextToGap: { blocks: false, inRow: preflightWords.kinds.nextToGap.inRow },
  system: { blocks: false, inRow: preflightWords.kinds.system.inRow },
};

/** The kinds in their order. */
export const ROW_KIND_LIST = Object.keys(ROW_KINDS).filter((kind): kind is RowKind => kind in ROW_KINDS);

/** How many rows are of each kind, in one pass. */
export function countKinds(rows: readonly { readonly kinds: readonly RowKind[] }[]): ReadonlyMap<RowKind, number> {
  const counts = new Map<RowKind, number>();
  for (const { kinds } of rows) for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
