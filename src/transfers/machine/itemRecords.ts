import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import type { RecordStoreName } from '../../platform/ports';
import { getRecords } from '../../platform/records/getRecords';
import type { ById } from './phaseReducer';

/** The key of the record with the ids of granted commands. It is no id of an item. */
export const GRANTED_KEY = '~granted';

/**
 * Writes the records of changed items, and deletes the records of items that are gone. Returns false if the browser
 * refuses.
 */
export function* writeItems<Item extends ById>(
  name: RecordStoreName,
  [before, after]: readonly [before: readonly Item[], after: readonly Item[]],
  recordOf: (item: Item) => unknown,
  granted: readonly string[] = [],
): SagaOf<boolean> {
  const store = yield* getRecords(name);
  const changed = after
    .filter((item) => !before.includes(item))
    .map((item): [string, unknown] => [item.id, recordOf(item)]);
  if (granted.length > 0) changed.push([GRANTED_KEY, granted]);
  const gone = goneItems(before, after).map(({ id }) => id);
  return yield* call(store.put, changed, gone);
}

/** Returns a function that tells whether two lists differ in the descriptions of their items. */
export function differBy<Item>(describe: (item: Item) => string) {
  const describeAll = (items: readonly Item[]): string => items.map(describe).join();
  return (before: readonly Item[], after: readonly Item[]): boolean =>
    before !== after && describeAll(before) !== describeAll(after);
}

/** Returns the items of a list that are not in a later one. */
export function goneItems<Item extends ById>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const left = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !left.has(id));
}
