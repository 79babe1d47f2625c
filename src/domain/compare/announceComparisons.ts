import { formatCount, formatPercent } from '../../lib/formatNumber';
import { counted } from '../../lib/plural';
import { COMPARISON_GROUPS, type ComparisonGroup } from './comparedFiles';
import type { Comparison, ComparisonFault, ComparisonProgress } from './comparison';
import { hashedPercent } from './comparisonResult';

const GROUP_WORDS: Readonly<Record<ComparisonGroup, string>> = {
  identical: 'identical',
  different: 'different',
  onlyLocal: 'only in the folder',
  onlyServer: 'only on the server',
  notComparable: 'not comparable',
};

/** Returns the counts of all groups, such as `2 identical, 1 different, …`. */
function countsText({ counts }: ComparisonProgress): string {
  return COMPARISON_GROUPS.map((group) => `${formatCount(counts[group])} ${GROUP_WORDS[group]}`).join(', ');
}

/** Returns what screen readers announce. The text changes with the phase and with every quarter of the content. */
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
      const quarter = Math.min(3, Math.floor(hashedPercent(comparison) / 25));
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

/** Returns why a comparison has paused by itself, and what to do. */
export function comparisonFaultText(fault: ComparisonFault): string {
  switch (fault) {
    case 'unavailable':
      return 'The code that compares contents could not be loaded.';
    case 'forbidden':
      return 'The browser needs your permission to read the folder. Press resume to allow it.';
    case 'gone':
      return 'The folder was moved or deleted, or its drive is not connected. Put it back, then resume.';
  }
}
