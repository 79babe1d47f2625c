import { counted } from '../../lib/plural';
import { formatBytes } from '../../lib/formatBytes';
import type { CheckedRow } from './choice';
import type { Choice } from './choiceReducer';
import { formatCount } from '../../lib/formatNumber';

/**
 * The choice in a line: `3 files, 1.50 KB · 1 system file left out · reading what was chosen…`
 *
 * @param sending the rows that go to the server; undefined where nothing is chosen
 */
export function choiceWords(
  sending: readonly CheckedRow[] | undefined,
  { leftOut, unreadable, readings }: Choice,
): string {
  const size = sending?.reduce((sum, row) => sum + row.size, 0) ?? 0;
  return [
    sending === undefined ? '' : `${counted(sending.length, 'file')}, ${formatBytes(size)}`,
    leftOut.length === 0 ? '' : `${counted(leftOut.length, 'system file')} left out`,
    unreadable === 0 ? '' : `${formatCount(unreadable)} could not be read`,
    readings > 0 ? 'reading what was chosen…' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
