import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectPath, type DataFolder } from '../objects/dataFolder';
import { objectsBelow } from '../objects/objectsBelow';
import type { ObjectStore, StoredObject } from '../objects/objectStore';
import { buildTiles } from './buildTiles';
import { measureContrasts } from './channelContrast';
import { arrangeSlices } from './datasetSlices';
import { manifestPath, type PyramidManifest } from './pyramidFolder';

/** What pyramids are made from, and how to stop. */
export interface PyramidParts {
  readonly folder: DataFolder;
  readonly objects: ObjectStore;
  readonly signal: AbortSignal;
}

/** How much became of a dataset's files. */
export interface BuiltPyramids {
  readonly images: number;
  /** Files that are no image, or whose names tell no section and channel. */
  readonly leftOut: number;
}

/**
 * Builds the pyramids of every section and channel below a path into a folder, with the manifest that names them.
 *
 * @param beforeImage Told how far the work is; what it throws ends the work.
 */
export async function buildPyramids(
  { folder, objects, signal }: PyramidParts,
  datasetPath: string,
  target: string,
  beforeImage: (done: number, total: number) => Promise<void>,
): Promise<BuiltPyramids> {
  await mkdir(target, { recursive: true });
  const { slices, ...arranged } = arrangeSlices(await listAll(objects, datasetPath));
  const total = slices.reduce((sum, { images }) => sum + images.length, 0);
  const contrasts = await measureContrasts(folder, slices, signal);
  let [done, { leftOut }] = [0, arranged];
  const manifest: PyramidManifest = { slices: [] };
  for (const { section, layer, images } of slices) {
    const built: PyramidManifest['slices'][number]['images'] = [];
    for (const { channel, object } of images) {
      await beforeImage(done, total);
      signal.throwIfAborted();
      const image = [section, layer, channel].join('-');
      const tiles = buildTiles(objectPath(folder, object.key), join(target, image), contrasts.get(channel));
      const size = await unlessAborted(tiles, signal);
      if (size === undefined) leftOut += 1;
      else built.push({ channel, image, ...size });
      done += 1;
    }
    if (built.length > 0) manifest.slices.push({ section, layer, images: built });
  }
  // A file that went away because its dataset was renamed must not count as one that is no image.
  await beforeImage(done, total);
  await writeFile(manifestPath(target), JSON.stringify(manifest));
  return { images: manifest.slices.reduce((sum, { images }) => sum + images.length, 0), leftOut };
}

/** A large image takes a minute to cut, which a stopping server does not wait for. */
async function unlessAborted<Result>(step: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener('abort', stop);
  try {
    await Promise.race([step, aborted]);
    signal.throwIfAborted();
    return await step;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function listAll(objects: ObjectStore, path: string): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const object of objectsBelow(objects, path)) all.push(object);
  return all;
}
