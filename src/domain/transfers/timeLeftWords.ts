import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';

/** How long a transfer will still take. */
export const timeLeftWords = gatherWords({
  seconds: (seconds: number) => `${formatCount(seconds)} s left`,
  minutes: (minutes: number) => `${formatCount(minutes)} min left`,
  hours: (hours: number, minutes: number) => `${formatCount(hours)} h ${formatCount(minutes)} min left`,
});
