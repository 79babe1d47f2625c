import { formatPercent } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { PRODUCT_NAME } from '../constants';

/** What tabs and the browser's history call a screen. */
export const pageTitleWords = gatherWords({
  projects: 'Projects',
  uploadInto: (place: string) => `Upload into ${place}`,
  /** While files go up, in place of the screen's own. */
  uploaded: (percent: number) => `${formatPercent(percent)} · ${PRODUCT_NAME}`,
});
