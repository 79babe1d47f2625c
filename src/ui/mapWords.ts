import { formatCount } from '../lib/formatNumber';
import { gatherWords } from '../lib/gatherWords';

/** What the map of completeness says by itself. */
export const mapWords = gatherWords({
  section: 'section',
  mapHint: 'Arrow keys move, Page Up and Page Down go from gap to gap, Enter shows the files.',
  legend: {
    present: 'there already',
    sending: 'about to be sent',
    replacing: 'there already, would be replaced',
    missing: 'missing',
    duplicate: 'more than once',
    unexpected: 'unexpected',
  },
  morePlaces: (count: number) => `, and ${formatCount(count)} more`,
});
