import { isComparing, type Comparison } from '@data-manager/domain/compare/comparison';
import { comparisonRecord, pageOf, parseComparisons } from '@data-manager/domain/compare/comparisonRecords';
import { call, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { getRecords } from '../../platform/records/getRecords';
import { differBy, writeItems } from '../machine/itemRecords';
import { isPageOpen, takeOverFrom } from '../machine/pageLocks';
import type { Persistence } from '../machine/persistMachine';
import { comparisonsRestored, selectComparisons } from './comparisonsSlice';

/** The name of the machine. */
export const COMPARISONS = 'comparisons';

/** Takes the comparisons of closed pages over, when this page opens. */
export function* restoreComparisons(page: string, isDriver: boolean): SagaOf<void> {
  if (!isDriver) return;
  const store = yield* getRecords('comparisons');
  const stored = (yield* call(store.readAll)) ?? new Map<string, unknown>();
  const items: Comparison[] = [];
  for (const origin of new Set([...stored.values()].flatMap((one) => pageOf(one) ?? []))) {
    if (origin === page || (yield* isPageOpen(COMPARISONS, origin))) continue;
    const left = yield* takeOverFrom(COMPARISONS, origin, function* takeAll() {
      const found = parseComparisons((yield* call(store.readAll)) ?? new Map(), origin);
      yield* call(
        store.put,
        found.map((item) => [item.id, comparisonRecord(item, page)] as const),
      );
      return found;
    });
    items.push(...left);
  }
  if (items.length > 0) yield* put(comparisonsRestored({ items }));
}

/** Only a folder that can be opened again is worth storing. */
function isStored({ folderId }: Comparison): boolean {
  return folderId !== undefined;
}

/** Returns true for what a reload must not undo. */
const areDecisionsChanged = differBy(
  (item: Comparison) => `${item.id} ${isComparing(item) ? 'comparing' : item.phase}`,
);

/** Stores which folders are compared, and how far, every few seconds. Their hashes are in the log of the work. */
export function comparisonPersistence(page: string): Persistence<readonly Comparison[]> {
  return {
    select: selectComparisons,
    isChanged: (written, items) => written !== items && (written.some(isStored) || items.some(isStored)),
    write: (before, after) =>
      writeItems('comparisons', [before.filter(isStored), after.filter(isStored)], (item) =>
        comparisonRecord(item, page),
      ),
    warning:
      'This browser can’t store the progress of the comparison (its storage is full or blocked). Keep this tab open until it is done.',
    isNews: () => false,
    batch: {
      withinMs: 5_000,
      isUrgent: (written, items) => areDecisionsChanged(written.filter(isStored), items.filter(isStored)),
    },
  };
}
