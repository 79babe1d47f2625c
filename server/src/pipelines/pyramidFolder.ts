import { json } from 'node:stream/consumers';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { DerivedFiles } from '../objects/blobStore';

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

/** Returns the name of a job's pyramids among the derived files. Renaming the dataset does not change it. */
export function pyramidName(datasetHash: string, jobId: string): string {
  return `pyramids/${datasetHash}/${jobId}`;
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

/** Removes a dataset's pyramids of earlier jobs. */
export async function removeOtherPyramids(derived: DerivedFiles, datasetHash: string, kept: string): Promise<void> {
  for (const jobId of await derived.list(`pyramids/${datasetHash}`)) {
    if (jobId !== kept) await derived.remove(pyramidName(datasetHash, jobId));
  }
}

/** Removes the pyramids of datasets that were permanently deleted. */
export async function removeOrphanedPyramids(derived: DerivedFiles, datasetHashes: ReadonlySet<string>): Promise<void> {
  for (const hash of await derived.list('pyramids')) {
    if (!datasetHashes.has(hash)) await derived.remove(`pyramids/${hash}`);
  }
}
