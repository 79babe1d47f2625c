import * as v from 'valibot';
import type { FileMove } from '@data-manager/domain/names/moveBatches';
import { api } from './api';
import { nonEmptyString, responseObject, responseOf } from './responseSchemas';

/** The most files that one request may change. */
export const MAX_CHANGED_FILES = 1_000;

const refusal = { msg: v.optional(v.string(), ''), code: v.exactOptional(v.string()) };

const deletedSchema = v.pipe(
  responseObject({ deleted: v.array(nonEmptyString) }),
  v.transform(({ deleted }) => deleted),
);
const restoredSchema = responseObject({
  restored: v.array(nonEmptyString),
  refused: v.optional(v.array(responseObject({ key: nonEmptyString, ...refusal })), []),
});
const movedSchema = responseObject({
  moved: v.array(responseObject({ from: nonEmptyString, to: nonEmptyString })),
  refused: v.optional(v.array(responseObject({ from: nonEmptyString, ...refusal })), []),
});

/** `act`: restores only what it has deleted or replaced. `replace`: a present file becomes the deleted one. */
interface RestoreRequest {
  readonly keys: readonly string[];
  readonly act?: string;
  readonly replace?: true;
}

/*
 * A large change is several requests. The lists are fetched again after the last one (`filesChanged`), not after each.
 */
const fileChangesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the keys of the files that existed. Requires the feature `files.delete`. */
    deleteFiles: build.mutation<readonly string[], readonly string[]>({
      query: (keys) => ({ endpoint: 'DELETE /manage/files', body: { keys } }),
      responseSchema: responseOf('DELETE /manage/files', deletedSchema),
    }),
    /** Undoes deletions. Requires the feature `files.restore`, with `act` or `replace` also `files.restoreReplaced`. */
    restoreFiles: build.mutation<v.InferOutput<typeof restoredSchema>, RestoreRequest>({
      query: (body) => ({ endpoint: 'POST /manage/files/restore', body }),
      responseSchema: responseOf('POST /manage/files/restore', restoredSchema),
    }),
    /** Renames files. Requires the feature `files.move`. */
    moveFiles: build.mutation<v.InferOutput<typeof movedSchema>, readonly FileMove[]>({
      query: (moves) => ({ endpoint: 'POST /manage/files/move', body: { moves } }),
      responseSchema: responseOf('POST /manage/files/move', movedSchema),
    }),
  }),
});

/** Fetches again what depends on the files of the server: listings and summaries. */
export function filesChanged() {
  return api.util.invalidateTags(['Files']);
}

export const { useDeleteFilesMutation, useRestoreFilesMutation, useMoveFilesMutation } = fileChangesApi;
