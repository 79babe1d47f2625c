import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { matchPhase } from '@data-manager/lib/match';
import { counted } from '@data-manager/lib/plural';
import type { Failure } from '../failures/failure';
import { failureNotice } from '../failures/failureText';
import { shownName } from '../names/shownName';
import { quartersOf } from '../transfers/announceChanges';
import { COMPARISON_GROUPS, type ComparisonGroup } from './comparedFiles';
import type { Comparison, ComparisonProgress } from './comparison';
import { hashedPercent } from './comparisonResult';

export const GROUP_WORDS: Readonly<Record<ComparisonGroup, string>> = {
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

/** Returns what failed, and why or what to do. */
export function comparisonFailure(failure: Failure | undefined): { readonly title: string; readonly reason: string } {
  return failure === undefined
    ? {
        title: 'An error in this page ended the comparison',
        reason: 'Try again. If it happens again, reload the page.',
      }
    : { title: 'The files on the server could not be listed', reason: failureNotice(failure).text };
}

/** Returns why the files on the server are not listed yet. */
export function comparisonWait(waiting: 'network' | 'session'): string {
  return waiting === 'network'
    ? 'Offline. The comparison continues automatically.'
    : 'Signed out. The comparison continues after you sign in.';
}

/** Returns what screen readers announce on the screen: the text changes with each phase and quarter of the content. */
export function comparisonAnnouncement(comparison: Comparison | undefined): string {
  if (comparison === undefined) return '';
  return matchPhase(comparison, {
    reading: () => 'Reading the folder.',
    matching: ({ found }) => `Comparing names and sizes of ${counted(found, 'file')}.`,
    failed: () => 'The comparison failed.',
    hashing: (item) => {
      const quarter = quartersOf(hashedPercent(item));
      return quarter === 0
        ? `Comparing the contents of ${counted(item.toHash, 'file')}.`
        : `${formatPercent(quarter * 25)} of the contents compared.`;
    },
    paused: () => 'The comparison was stopped.',
    done: (item) => `Comparison finished: ${countsText(item)}.`,
  });
}
