import { matchPhase } from '@data-manager/lib/match';
import { omit } from '@data-manager/lib/omit';
import * as v from 'valibot';
import { Count, Text } from '../storedValues';
import { baseOf, ComparisonBase, ComparisonProgress, progressOf, type Comparison } from './comparison';

const Record = v.object({
  ...ComparisonBase.entries,
  folderId: Text,
  /** The page that compares the folder. */
  page: Text,
  /** `comparing` continues after a reload. */
  phase: v.picklist(['comparing', 'paused', 'done']),
  at: Count,
  progress: ComparisonProgress,
});

type StoredComparison = v.InferOutput<typeof Record>;

/** Returns a comparison for storage. Its folder must have a handle. */
export function comparisonRecord(comparison: Comparison, page: string): StoredComparison {
  const { folderId = '' } = comparison;
  return { ...baseOf(comparison), folderId, page, ...stateOf(comparison), progress: progressOf(comparison) };
}

function stateOf(comparison: Comparison): Pick<StoredComparison, 'phase' | 'at'> {
  const comparing = { phase: 'comparing', at: 0 } as const;
  return matchPhase(comparison, {
    reading: () => comparing,
    matching: () => comparing,
    failed: () => comparing,
    hashing: () => comparing,
    paused: ({ phase, pausedAt }) => ({ phase, at: pausedAt }),
    done: ({ phase, endedAt }) => ({ phase, at: endedAt }),
  });
}

/** Returns the page to which a record belongs. */
export function pageOf(record: unknown): string | undefined {
  return v.is(Record, record) ? record.page : undefined;
}

/** Returns the comparisons of a page. Damaged records are ignored. */
export function parseComparisons(records: ReadonlyMap<string, unknown>, page: string): readonly Comparison[] {
  return [...records.values()].flatMap((record) =>
    v.is(Record, record) && record.page === page ? [restored(record)] : [],
  );
}

/** A comparison that was running reads the folder again. Its hashes are in another store. */
function restored(record: StoredComparison): Comparison {
  const { phase, at, progress } = record;
  const base = omit(record, 'page', 'phase', 'at', 'progress');
  switch (phase) {
    case 'comparing':
      return { ...base, found: 0, unreadable: 0, phase: 'reading' };
    case 'paused':
      return { ...base, ...progress, phase, pausedAt: at };
    case 'done':
      return { ...base, ...progress, phase, endedAt: at };
  }
}
