import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { parseFileName } from '@data-manager/domain/names/grammar';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { createFairLimit } from '../locks';
import type { BlobStore } from '../objects/blobStore';
import { sponsorOfKey } from '../objects/keyRules';
import type { StoredObject } from '../objects/storedObject';
import { findImageProblem } from './findImageProblem';

/** Finds stored section images that can't be read. */
export interface ImageChecks {
  /** Returns the problem of an object; undefined if it is readable, or not named like a section image. */
  problemOf(object: StoredObject): Promise<ImageProblem | undefined>;
}

/** Number of files that are read at the same time. */
const CONCURRENT_READS = { total: 16, perKey: 12 };
/** About 200 bytes each. */
const MAX_REMEMBERED = 200_000;

/** Creates checks that cache their results until the objects change. */
export function createImageChecks(blobs: Pick<BlobStore, 'withReader'>): ImageChecks {
  const remembered = new Map<string, ImageProblem | undefined>();
  const limit = createFairLimit(CONCURRENT_READS);
  return {
    async problemOf(object) {
      if (parseFileName(lastSegment(object.key)) === undefined) return undefined;
      if (object.size === 0) return 'empty';
      const { blob: id } = object;
      if (remembered.has(id)) return remembered.get(id);
      const problem = await limit(sponsorOfKey(object.key), () =>
        // A file that was removed, or that the server must not read, does not make a listing fail.
        blobs.withReader(id, (readAt) => findImageProblem(readAt, object.size)).catch(() => undefined),
      );
      for (const oldest of remembered.keys()) {
        if (remembered.size < MAX_REMEMBERED) break;
        remembered.delete(oldest);
      }
      remembered.set(id, problem);
      return problem;
    },
  };
}
