import { gatherWords } from '../../lib/gatherWords';

/** What tabs and the browser's history call a screen. */
export const pageTitleWords = gatherWords({
  projects: 'Projects',
  uploadInto: (place: string) => `Upload into ${place}`,
});
