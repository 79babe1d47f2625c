import { json } from 'node:stream/consumers';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { findDatasetHashes, findPyramidIds } from '../database/jobs/pyramids';
import type { Queryable } from '../database/sql';
import { TiledImage } from '../images/buildTiles';
import type { DerivedFiles } from '../storage/blobStore';

/** The name of the manifest in a pyramid folder. */
export const MANIFEST = 'manifest.json';

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
          ...TiledImage.properties,
        }),
      ),
    }),
  ),
});
export type PyramidManifest = Static<typeof PyramidManifest>;

/** Returns the name of a dataset's pyramids among the derived files. Renaming the dataset does not change it. */
export function pyramidName(datasetHash: string, pyramidId: string): string {
  return `pyramids/${datasetHash}/${pyramidId}`;
}

/** Reads a manifest; undefined if it is missing or damaged. */
export async function readManifest(derived: DerivedFiles, pyramid: string): Promise<PyramidManifest | undefined> {
  const file = await derived.open(`${pyramid}/${MANIFEST}`);
  if (file === undefined) return undefined;
  try {
    const manifest = await json(file.body);
    return Value.Check(PyramidManifest, manifest) ? manifest : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Removes pyramids of a dataset that the viewer does not show and that no server is writing. */
export async function removeOldPyramids(
  database: Queryable,
  derived: DerivedFiles,
  datasetHash: string,
): Promise<void> {
  const names = await derived.list(`pyramids/${datasetHash}`);
  // Read after the folders were listed, because an attempt is recorded before it writes files.
  const known = await findPyramidIds(database, datasetHash);
  for (const name of names) if (!known.has(name)) await derived.remove(pyramidName(datasetHash, name));
}

/** Removes the pyramids of datasets that were permanently deleted. */
export async function removeOrphanedPyramids(database: Queryable, derived: DerivedFiles): Promise<void> {
  const hashes = await derived.list('pyramids');
  const existing = await findDatasetHashes(database, hashes);
  for (const hash of hashes) if (!existing.has(hash)) await derived.remove(`pyramids/${hash}`);
}
