import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAborted } from '../common/unlessAborted';
import type { SkippedFile } from '../database/jobs/pipelineJobs';
import type { DataFolder } from '../disk/dataFolder';
import type { ImageChecks } from '../images/imageChecks';
import { ImageLimitError, type ImageWorkers } from '../images/imageWorkers';
import type { ObjectStore } from '../objects/objectStore';
import type { BlobStore } from '../storage/blobStore';
import type { ArrangedFiles } from './arrangeSlices';
import { MANIFEST, type PyramidManifest } from './pyramidFolder';

/** The dependencies of a build. */
export interface PyramidParts {
  readonly folder: DataFolder;
  readonly blobs: BlobStore;
  readonly objects: ObjectStore;
  readonly imageChecks: ImageChecks;
  readonly images: Pick<ImageWorkers, 'tile'>;
  readonly signal: AbortSignal;
}

/** The images of a dataset. */
export interface DatasetImages extends ArrangedFiles {
  /** `sponsor/project/dataset` */
  readonly datasetPath: string;
}

/** The result of a build. */
interface BuiltPyramids {
  readonly images: number;
  readonly skipped: readonly SkippedFile[];
}

/**
 * Builds the pyramids of all sections and channels of a dataset, and their manifest.
 *
 * @param beforeImage Called with the progress. If it throws, the build ends.
 */
export async function buildPyramids(
  { blobs, images: reader, signal }: Pick<PyramidParts, 'blobs' | 'images' | 'signal'>,
  { datasetPath, slices, skipped }: DatasetImages,
  target: string,
  beforeImage: (done: number, total: number) => Promise<void>,
): Promise<BuiltPyramids> {
  await mkdir(target, { recursive: true });
  const total = slices.reduce((sum, { images }) => sum + images.length, 0);
  let done = 0;
  const manifest: PyramidManifest = { slices: [] };
  for (const { section, layer, images } of slices) {
    const built: PyramidManifest['slices'][number]['images'] = [];
    for (const { channel, object } of images) {
      await beforeImage(done, total);
      signal.throwIfAborted();
      await blobs.requireTempSpace(object.size);
      const image = [section, layer, channel].join('-');
      const skip = (reason: SkippedFile['reason']): void => {
        skipped.push({ path: object.key.slice(datasetPath.length + 1), reason });
      };
      try {
        const path = join(target, image);
        const tiles = blobs.withFile(object.blob, (file) => reader.tile(file, path, signal));
        const tiled = await unlessAborted(tiles, signal);
        if (tiled === undefined) skip('damaged');
        else built.push({ channel, image, ...tiled });
      } catch (error) {
        if (!(error instanceof ImageLimitError)) throw error;
        await removePartialTiles(target, image);
        skip('too-large');
      }
      done += 1;
    }
    if (built.length > 0) manifest.slices.push({ section, layer, images: built });
  }
  await writeFile(join(target, MANIFEST), JSON.stringify(manifest));
  return { images: manifest.slices.reduce((sum, { images }) => sum + images.length, 0), skipped };
}

/** Removes the output of a process that was killed. */
async function removePartialTiles(target: string, image: string): Promise<void> {
  for (const name of await readdir(target)) {
    if (name.startsWith(`${image}.`) || name.startsWith(`${image}_`)) await rm(join(target, name), { recursive: true });
  }
}
