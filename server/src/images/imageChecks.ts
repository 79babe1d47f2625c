import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { parseFileName } from '@data-manager/domain/names/grammar';
import { contentOf, problemIn } from '@data-manager/domain/pictures/check/foundContent';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { remember } from '../common/remember';
import type { StoredObject } from '../database/files/storedObject';
import { sponsorOfKey } from '../names/keyRules';
import { createFairLimit } from '../scheduling/limits';
import type { BlobStore } from '../storage/blobStore';
import { findImageProblem } from './findImageProblem';

/** Finds stored section images that can't be read. */
export type ImageChecks = ReturnType<typeof createImageChecks>;

function isImage({ key }: StoredObject): boolean {
  return parseFileName(lastSegment(key)) !== undefined;
}

/** Number of files that are read at the same time. */
const CONCURRENT_READS = { total: 16, perKey: 12 };
/** About 200 bytes each. */
const MAX_REMEMBERED = 200_000;

/** Creates checks that cache their results until the objects change. */
export function createImageChecks(blobs: Pick<BlobStore, 'withReader'>) {
  const remembered = new Map<string, ImageProblem | undefined>();
  const limit = createFairLimit(CONCURRENT_READS);
  return {
    /** Returns the content of an object; undefined if the server has not read it, or if it is not named like a section image. */
    contentOf: (object: StoredObject) =>
      object.found !== undefined && isImage(object) ? contentOf(object.found) : undefined,
    /** Returns the problem of an object; undefined if it is readable, or not named like a section image. */
    async problemOf(object: StoredObject): Promise<ImageProblem | undefined> {
      if (!isImage(object)) return undefined;
      if (object.size === 0) return 'empty';
      if (object.found !== undefined) return problemIn(object.found);
      const { blob: id } = object;
      if (remembered.has(id)) return remembered.get(id);
      const problem = await limit(sponsorOfKey(object.key), () =>
        // A file that was removed, or that the server must not read, does not make a listing fail.
        blobs.withReader(id, (readAt) => findImageProblem(readAt, object.size)).catch(() => undefined),
      );
      remember(remembered, id, problem, MAX_REMEMBERED);
      return problem;
    },
  };
}
