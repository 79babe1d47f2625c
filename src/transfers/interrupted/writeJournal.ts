import type { RecordChanges } from '../../domain/uploads/resumeRecords';
import { call, type SagaOf } from '../../lib/typedEffects';
import type { Ports } from '../../platform/ports';

/**
 * Brings changes into the journal; false where the browser refuses. A file's record goes before its parts and comes
 * before them, so that a page which closes in between leaves parts that belong to nothing, never a file without parts
 * that it had.
 */
export function* writeJournal(
  { records, files }: Pick<Ports, 'records' | 'files'>,
  changes: RecordChanges,
): SagaOf<boolean> {
  const fileStore = records('upload-journal');
  const partStore = records('upload-journal-parts');
  const withHandles = changes.records.map(([key, record]) => {
    const handle = files.handleOf(key);
    return [key, handle === undefined ? record : { ...record, handle }] as const;
  });
  const isRecorded =
    (withHandles.length === 0 || (yield* call(fileStore.put, withHandles))) &&
    (changes.recordsGone.length === 0 || (yield* call(fileStore.remove, changes.recordsGone)));
  const isWithParts =
    (changes.parts.length === 0 || (yield* call(partStore.put, changes.parts))) &&
    (changes.partsGone.length === 0 || (yield* call(partStore.remove, changes.partsGone)));
  return isRecorded && isWithParts;
}
