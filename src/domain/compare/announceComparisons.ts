import { lastSegment } from '@data-manager/lib/lastSegment';
import { shownName } from '../names/shownName';
import { announceChanges } from '../transfers/announceChanges';
import type { Comparison, ComparisonFault } from './comparison';

/** Returns what a screen reader announces on all screens: how comparisons end, and that one has paused by itself. */
export function announceComparisons(before: readonly Comparison[], now: readonly Comparison[]): string | undefined {
  return announceChanges(before, now, (known, comparison) =>
    known?.phase === comparison.phase ? undefined : announceEnd(comparison),
  );
}

function announceEnd(comparison: Comparison): string | undefined {
  const title = shownName(lastSegment(comparison.path));
  switch (comparison.phase) {
    case 'reading':
    case 'matching':
    case 'hashing':
      return undefined;
    case 'failed':
      return `The comparison with ${title} failed.`;
    case 'paused':
      return comparison.fault && comparisonFaultText(comparison.fault);
    case 'done':
      return `The comparison with ${title} is finished.`;
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
