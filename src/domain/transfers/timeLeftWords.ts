import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';

/** How long a transfer will still take. */
export const timeLeftWords = gatherWords({
  seconds: (seconds: number) => `${seconds} s left`,
  minutes: (minutes: number) => `${minutes} min left`,
  hours: (hours: number, minutes: number) => `${formatCount(hours)} h ${minutes} min left`,
});
