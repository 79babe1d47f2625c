import { ERROR_CATALOGUE } from '../../domain/errorCatalogue';
import type { GapMark } from '../../domain/gapMarks';

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
  /** Follows the count: `3 invalid`. */
  readonly inCount: string;
}

/** In the order in which the counts stand, and in which a row tells its first reason. */
export const ROW_KINDS: Readonly<Record<RowKind, KindWords>> = {
  invalid: { blocks: true, inRow: ERROR_CATALOGUE.invalidFileName.text, inCount: 'invalid' },
  unstorable: {
    blocks: true,
    inRow:
      'The storage takes no such name: no control characters or backslashes, at most 255 bytes for a name or folder, 1,024 in all',
    inCount: 'with a name that the storage refuses',
  },
  beyondTotal: { blocks: true, inRow: ERROR_CATALOGUE.sectionTooLarge.text, inCount: 'over the total' },
  duplicate: { blocks: true, inRow: 'Another chosen file gets the same key', inCount: 'with the same key' },
  tooLarge: { blocks: true, inRow: 'Files over 625 GiB can’t be uploaded', inCount: 'over 625 GiB' },
  undecided: { blocks: true, inRow: 'On the server already: skip or replace it', inCount: 'on the server already' },
  skipped: { blocks: false, inRow: 'Will be skipped', inCount: 'to skip' },
  replacing: { blocks: false, inRow: 'Will replace the file on the server', inCount: 'to replace' },
  empty: { blocks: false, inRow: 'This file is empty', inCount: 'empty' },
  missingChannel: {
    blocks: false,
    inRow: 'This section lacks a channel that others have',
    inCount: 'with missing channels',
  },
  nextToGap: {
    blocks: false,
    inRow: 'The section before or after this one is missing',
    inCount: 'next to a gap',
  },
  system: { blocks: false, inRow: 'A file of the operating system, left out', inCount: 'left out (system)' },
};

/** The kinds in their order. */
export const ROW_KIND_LIST = Object.keys(ROW_KINDS).filter((kind): kind is RowKind => kind in ROW_KINDS);

/** How many rows are of each kind, in one pass. */
export function countKinds(rows: readonly { readonly kinds: readonly RowKind[] }[]): ReadonlyMap<RowKind, number> {
  const counts = new Map<RowKind, number>();
  for (const { kinds } of rows) for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
