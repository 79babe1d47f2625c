import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import type { DataFolder } from '../objects/dataFolder';
import { discard, orIfMissing, readRecord } from '../objects/durableFiles';

const MANIFEST = 'manifest.json';

/** The images in a pyramid folder, without names that can change. */
export const PyramidManifest = Type.Object({
  slices: Type.Array(
    Type.Object({
      section: Type.Integer(),
      layer: Type.Integer(),
      images: Type.Array(
        Type.Object({
          channel: Type.Integer(),
          /** The name of the folder with its levels. */
          image: Type.String(),
          width: Type.Integer(),
          height: Type.Integer(),
          format: Type.Union([Type.Literal('png'), Type.Literal('jpeg')]),
          /** An original value is `offset + scale * value` of a tile. */
          offset: Type.Number(),
          scale: Type.Number(),
          /** The original values that become black and white by default. */
          black: Type.Number(),
          white: Type.Number(),
          lowest: Type.Number(),
          highest: Type.Number(),
        }),
      ),
    }),
  ),
});
export type PyramidManifest = Static<typeof PyramidManifest>;

/** Returns the folder of a job's pyramids, which renaming the dataset does not change. */
export function pyramidPath(folder: DataFolder, datasetHash: string, jobId: string): string {
  return join(folder.pyramids, datasetHash, jobId);
}

/** Returns the path of the manifest in a pyramid folder. */
export function manifestPath(pyramid: string): string {
  return join(pyramid, MANIFEST);
}

/** Reads a manifest; undefined if it is missing or damaged. */
export function readManifest(pyramid: string): Promise<PyramidManifest | undefined> {
  return readRecord(manifestPath(pyramid), PyramidManifest);
}

/** Removes a dataset's pyramids of earlier jobs. */
export async function removeOtherPyramids(folder: DataFolder, datasetHash: string, kept: string): Promise<void> {
  const path = join(folder.pyramids, datasetHash);
  for (const jobId of (await orIfMissing(readdir(path), undefined)) ?? []) {
    if (jobId !== kept) await discard(folder, join(path, jobId));
  }
}

/** Removes the pyramids of datasets that were permanently deleted. */
export async function removeOrphanedPyramids(folder: DataFolder, datasetHashes: ReadonlySet<string>): Promise<void> {
  for (const hash of (await orIfMissing(readdir(folder.pyramids), undefined)) ?? []) {
    if (!datasetHashes.has(hash)) await discard(folder, join(folder.pyramids, hash));
  }
}
