import { belongsTo } from '../../../src/domain/session/session';
import { selectSessionOwner } from '../../../src/session/sessionSlice';
import { pauseOf } from '../../../src/transfers/uploads/uploadsSlice';
import type { TestStore } from '../../support/createTestStore';

/** A person looks at what has failed for so long, virtual ms; what the app gives a rest may come to its end meanwhile. */
export const THINKING_MS = 60_000;
/** Once for what faults left behind, once for files of which it was not known whether they are complete. */
export const RETRIES_OF_ALL = 2;

/** Whether no upload goes on any more unless a person does something. */
export function areUploadsAtRest(state: ReturnType<TestStore['store']['getState']>): boolean {
  const { files, status } = state.uploads;
  const isPaused = pauseOf(status) !== undefined;
  const owner = selectSessionOwner(state);
  const isResting = files.every(
    (file) =>
      file.progress.phase === 'failed' ||
      (file.progress.phase === 'waiting' && (isPaused || (owner !== undefined && !belongsTo(file, owner)))),
  );
  return isResting && status.kind !== 'cancelling';
}
