/** The findings about a chosen file, in display order. The only source of what blocks the upload. */
const BLOCKS = {
  invalid: true,
  /** The storage does not accept the key. */
  unstorable: true,
  beyondTotal: true,
  duplicate: true,
  tooLarge: true,
  /** Named for another dataset, and the user has not decided about it. */
  foreign: true,
  /** Already on the server, and it is not known yet whether to leave it out or to replace the other one. */
  undecided: true,
  /** No image by its extension: always left out. */
  noImage: false,
  leftOut: false,
  replacing: false,
  empty: false,
  /** Named like a TIFF, but not a complete one. */
  unreadable: false,
  missingChannel: false,
  nextToGap: false,
  /** Another chosen file, or one on the server, is the same section, layer and channel. */
  scannedAgain: false,
  /** Named for another dataset, whatever the user has decided. */
  elsewhere: false,
  /** Already on the server, whatever the user has decided. */
  onServer: false,
  system: false,
};

/** A finding about a chosen file. */
export type RowKind = keyof typeof BLOCKS;

/** All findings in display order. */
export const ROW_KIND_LIST = Object.keys(BLOCKS) as readonly RowKind[];

/** Returns true if the finding blocks the upload. */
export function blocks(kind: RowKind): boolean {
  return BLOCKS[kind];
}
