import { omit } from '@data-manager/lib/omit';
import * as v from 'valibot';
import { Count, Text } from '../storedValues';
import { baseOf, progressOf, type Comparison } from './comparison';

const Progress = v.object({
  startedAt: Count,
  systemFiles: Count,
  counts: v.object({ identical: Count, different: Count, onlyLocal: Count, onlyServer: Count, notComparable: Count }),
  toHash: Count,
  hashed: Count,
  bytesToHash: Count,
  bytesHashed: Count,
});

const Record = v.object({
  id: Text,
  /** The page that compares the folder. */
  page: Text,
  path: Text,
  rootPath: Text,
  folderName: v.string(),
  folderId: Text,
  found: Count,
  unreadable: Count,
  sponsorId: Text,
  userId: Text,
  /** `comparing` continues after a reload. */
  phase: v.picklist(['comparing', 'paused', 'done']),
  at: Count,
  progress: Progress,
});

type StoredComparison = v.InferOutput<typeof Record>;

/** Returns a comparison for storage. Its folder must have a handle. */
export function comparisonRecord(comparison: Comparison, page: string): StoredComparison {
  const { folderId = '' } = comparison;
  return { ...baseOf(comparison), folderId, page, ...stateOf(comparison), progress: progressOf(comparison) };
}

function stateOf(comparison: Comparison): Pick<StoredComparison, 'phase' | 'at'> {
  switch (comparison.phase) {
    case 'reading':
    case 'matching':
    case 'hashing':
    case 'failed':
      return { phase: 'comparing', at: 0 };
    case 'paused':
      return { phase: 'paused', at: comparison.pausedAt };
    case 'done':
      return { phase: 'done', at: comparison.endedAt };
  }
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
