import { gatherWords } from '../../lib/gatherWords';

/** What the sheet of shortcuts says beside the shortcuts. */
export const shortcutSheetWords = gatherWords({
  useSingleKeys: 'Use single keys as shortcuts',
  otherKeys: 'In a list, the arrow keys, Home, End and Page Up or Down move, and Space selects, in any case.',
});
