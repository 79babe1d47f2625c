import { gatherWords } from '../../lib/gatherWords';

/** What the sheet of shortcuts says beside the shortcuts. */
export const shortcutSheetWords = gatherWords({
  useSingleKeys: 'Use single keys as shortcuts',
  otherKeys: 'In a list, the arrow keys, Home, End, Page Up and Page Down always move, and Space always selects.',
});
