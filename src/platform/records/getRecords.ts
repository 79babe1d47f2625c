import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../getPorts';
import type { RecordStore, RecordStoreName } from '../ports';

/** Returns a store of the browser's database. */
export function* getRecords(name: RecordStoreName): SagaOf<RecordStore> {
  const { records } = yield* getPorts();
  return records(name);
}

/** Reads the records whose keys come before a text, all by default. Undefined if the browser refuses. */
export function* readRecords(name: RecordStoreName, before?: string): SagaOf<ReadonlyMap<string, unknown> | undefined> {
  const { readAll } = yield* getRecords(name);
  return yield* before === undefined ? call(readAll) : call(readAll, before);
}
