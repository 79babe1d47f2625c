import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import type { DataFolder } from '../objects/dataFolder';
import { discard, orIfMissing, readRecord } from '../objects/durableFiles';

const MANIFEST = 'manifest.json';

/** What a pyramid folder holds: which images there are, not what they are called now. */
export const PyramidManifest = Type.Object({
  slices: Type.Array(
    Type.Object({
      section: Type.Integer(),
      layer: Type.Integer(),
      images: Type.Array(
        Type.Object({
          channel: Type.Integer(),
          /** The folder of its levels. */
          image: Type.String(),
          width: Type.Integer(),
          height: Type.Integer(),
        }),
      ),
    }),
  ),
});
export type PyramidManifest = Static<typeof PyramidManifest>;

/** The folder of one job's pyramids; named by hash and id, so that renames don't touch it. */
export function pyramidPath(folder: DataFolder, datasetHash: string, jobId: string): string {
  return join(folder.pyramids, datasetHash, jobId);
}

/** Where the manifest of a pyramid folder lies. */
export function manifestPath(pyramid: string): string {
  return join(pyramid, MANIFEST);
}

/** Undefined where there is none, or none that can be read. */
export function readManifest(pyramid: string): Promise<PyramidManifest | undefined> {
  return readRecord(manifestPath(pyramid), PyramidManifest);
}

/** Removes the pyramids of a dataset that earlier jobs made. */
export async function removeOtherPyramids(folder: DataFolder, datasetHash: string, kept: string): Promise<void> {
  const path = join(folder.pyramids, datasetHash);
  for (const jobId of (await orIfMissing(readdir(path), undefined)) ?? []) {
    if (jobId !== kept) await discard(folder, join(path, jobId));
  }
}

/** Removes the pyramids of datasets that are no more. */
export async function removeOrphanedPyramids(folder: DataFolder, datasetHashes: ReadonlySet<string>): Promise<void> {
  for (const hash of (await orIfMissing(readdir(folder.pyramids), undefined)) ?? []) {
    if (!datasetHashes.has(hash)) await discard(folder, join(folder.pyramids, hash));
  }
}
