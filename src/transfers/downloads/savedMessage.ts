import * as v from 'valibot';
import { SavedArchive } from '@data-manager/domain/transfers/archives';
import { put, type SagaOf } from '@data-manager/lib/typedEffects';
import { receiveMessages } from '../machine/tabMessages';
import { downloadSavedInOtherTab } from './downloadsSlice';

/** A message to the other tabs: an archive was passed to the browser. The list itself changes through the storage. */
export const SavedMessage = v.object({ kind: v.literal('saved'), archive: SavedArchive });

export type SavedMessage = v.InferOutput<typeof SavedMessage>;

/** Reports the archives that the driver saves, for the history. */
export function* receiveSavedArchives(): SagaOf<void> {
  yield* receiveMessages(SavedMessage, function* ({ archive }) {
    yield* put(downloadSavedInOtherTab({ archive }));
  });
}
