import { isComparing, type Comparison } from '@data-manager/domain/compare/comparison';
import { comparisonRecord, pageOf, parseComparisons } from '@data-manager/domain/compare/comparisonRecords';
import { call, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { acquireLock } from '../machine/acquireLock';
import type { Persistence } from '../machine/persistMachine';
import { comparisonsRestored, type WithComparisons } from './comparisonsSlice';

/** Returns the name of a page's machine. Its Web Lock is held while the page is open. */
export function machineOf(page: string): string {
  return `comparisons-${page}`;
}

function lockOf(page: string): string {
  return `data-manager-${machineOf(page)}`;
}

/**
 * Takes the comparisons of closed pages over. Each page holds the lock of a closed one meanwhile, so that two tabs that
 * open at the same time don't take the same comparison.
 */
export function* restoreComparisons(page: string, isDriver: boolean): SagaOf<void> {
  if (!isDriver) return;
  const { records, locks } = yield* getPorts();
  const store = yield* call(records, 'comparisons');
  const stored = yield* call(store.readAll);
  const items: Comparison[] = [];
  for (const origin of new Set(
    [...(stored ?? new Map<string, unknown>()).values()].flatMap((one) => pageOf(one) ?? []),
  )) {
    if (origin === page || (yield* call(locks.isTaken, lockOf(origin)))) continue;
    const release = yield* acquireLock(lockOf(origin));
    try {
      const left = parseComparisons((yield* call(store.readAll)) ?? new Map(), origin);
      yield* call(
        store.put,
        left.map((item) => [item.id, comparisonRecord(item, page)] as const),
      );
      items.push(...left);
    } finally {
      release();
    }
  }
  if (items.length > 0) yield* put(comparisonsRestored({ items }));
}

function selectItems({ comparisons }: WithComparisons): readonly Comparison[] {
  return comparisons.items;
}

/** Only a folder that can be opened again is worth storing. */
function isStored({ folderId }: Comparison): boolean {
  return folderId !== undefined;
}

/** What a reload must not undo. */
function decisionsIn(items: readonly Comparison[]): string {
  return items
    .filter(isStored)
    .map((item) => `${item.id} ${isComparing(item) ? 'comparing' : item.phase}`)
    .join();
}

/** Stores which folders are compared, and how far, every few seconds. Their hashes are in the log of the work. */
export function comparisonPersistence(page: string): Persistence<readonly Comparison[]> {
  return {
    select: selectItems,
    isChanged: (written, items) => written !== items && (written.some(isStored) || items.some(isStored)),
    *write(before, after) {
      const { records } = yield* getPorts();
      const store = yield* call(records, 'comparisons');
      const kept = after.filter(isStored);
      const ids = new Set(kept.map(({ id }) => id));
      const gone = before.filter((item) => isStored(item) && !ids.has(item.id)).map(({ id }) => id);
      const changed = kept.filter((item) => !before.includes(item));
      return yield* call(
        store.put,
        changed.map((item) => [item.id, comparisonRecord(item, page)] as const),
        gone,
      );
    },
    warning:
      'This browser can’t store the progress of the comparison (its storage is full or blocked). Keep this tab open until it is done.',
    batch: { everyMs: 5_000, isUrgent: (written, items) => decisionsIn(written) !== decisionsIn(items) },
  };
}
