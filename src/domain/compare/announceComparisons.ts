import { lastSegment } from '@data-manager/lib/lastSegment';
import { matchPhase } from '@data-manager/lib/match';
import { nameInText, shownName } from '../names/shownName';
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
  return matchPhase(comparison, {
    reading: () => undefined,
    matching: () => undefined,
    failed: () => `The comparison with ${nameInText(title)} failed.`,
    hashing: () => undefined,
    paused: ({ fault }) => fault && COMPARISON_FAULT_TEXTS[fault],
    done: () => `The comparison with ${nameInText(title)} is finished.`,
  });
}

/** Why a comparison has paused by itself, and what to do. */
export const COMPARISON_FAULT_TEXTS: Readonly<Record<ComparisonFault, string>> = {
  unavailable: 'The code that compares contents could not be loaded.',
  forbidden: 'The browser needs your permission to read the folder. Press resume to allow it.',
  gone: 'The folder was moved or deleted, or its drive is not connected. Put it back, then resume.',
};
