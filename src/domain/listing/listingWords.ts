import { gatherWords } from '../../lib/gatherWords';

/** What is said of an item of a listing. */
export const listingWords = gatherWords({
  /** A key may hold a folder without a name (`a//b`). */
  noName: '(no name)',
});
