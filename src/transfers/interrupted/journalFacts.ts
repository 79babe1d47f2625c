import type { Channel } from 'redux-saga';
import { actionChannel, type SagaOf } from '../../lib/typedEffects';
import {
  completionSent,
  fileCompleted,
  fileFailed,
  filesQueued,
  filesRequeued,
  partRetried,
  partUploaded,
  queueCancelled,
  uploadIdLost,
  uploadStarted,
} from '../uploads/uploadsSlice';

/** Everything that changes what the journal says of a file. */
const FACTS = [
  filesQueued,
  uploadStarted,
  uploadIdLost,
  partUploaded,
  partRetried,
  completionSent,
  fileCompleted,
  fileFailed,
  filesRequeued,
  queueCancelled,
] as const;

/** A fact of the queue that the journal has to know of. */
export type JournalFact = ReturnType<(typeof FACTS)[number]>;

/** Collects the facts from now on. */
export function openJournalFacts(): SagaOf<Channel<JournalFact>> {
  return actionChannel(...FACTS);
}

/** The files that a fact is about. */
export function filesOf({ payload }: JournalFact): readonly string[] {
  if ('files' in payload) return payload.files.map((file) => file.id);
  return 'ids' in payload ? payload.ids : [payload.id];
}
