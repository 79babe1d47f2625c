import { formatCount } from '../lib/formatNumber';
import { gatherWords } from '../lib/gatherWords';

/** What a toast says beside its own text. */
export const platformWords = gatherWords({
  toldTimes: (count: number) => `(${formatCount(count)} times)`,
});
