import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import { shownName } from '../names/shownName';
import { quartersOf } from '../transfers/announceChanges';
import { COMPARISON_GROUPS, type ComparisonGroup } from './comparedFiles';
import type { Comparison, ComparisonProgress } from './comparison';
import { hashedPercent } from './comparisonResult';

const GROUP_WORDS: Readonly<Record<ComparisonGroup, string>> = {
  identical: 'identical',
  different: 'different',
  onlyLocal: 'only in the folder',
  onlyServer: 'only on the server',
  notComparable: 'not comparable',
};

/** Returns the counts of all groups, such as `2 identical, 1 different, …`. */
export function countsText({ counts }: ComparisonProgress): string {
  return COMPARISON_GROUPS.map((group) => `${formatCount(counts[group])} ${GROUP_WORDS[group]}`).join(', ');
}

/** Returns how the list of transfers names a comparison: `Disk ↔ TC042`. */
export function comparisonTitle({ folderName, path }: Pick<Comparison, 'folderName' | 'path'>): string {
  return `${shownName(folderName === '' ? 'Files' : folderName)} ↔ ${shownName(lastSegment(path))}`;
}

/** Returns what screen readers announce on the screen: the text changes with each phase and quarter of the content. */
export function comparisonAnnouncement(comparison: Comparison | undefined): string {
  switch (comparison?.phase) {
    case undefined:
      return '';
    case 'reading':
      return 'Reading the folder.';
    case 'matching':
      return `Comparing names and sizes of ${counted(comparison.found, 'file')}.`;
    case 'failed':
      return 'The comparison failed.';
    case 'hashing': {
      const quarter = quartersOf(hashedPercent(comparison));
      return quarter === 0
        ? `Comparing the contents of ${counted(comparison.toHash, 'file')}.`
        : `${formatPercent(quarter * 25)} of the contents compared.`;
    }
    case 'paused':
      return 'The comparison was stopped.';
    case 'done':
      return `Comparison finished: ${countsText(comparison)}.`;
  }
}
