import { findProjectByTitle, listDeletedPaths } from './database/projects';
import { HttpError } from './errors';
import type { ReadableObjects } from './objects/objectStore';
import type { Services } from './services';

/**
 * What was deleted, but not for good, keeps its objects on the disk. Everybody who reads or writes objects for a
 * sponsor does it through this file, so that such paths are the same to them as paths that never were.
 */

/** Segments of the paths of a project (`sponsor/project`) and of a dataset (`sponsor/project/dataset`). */
const OWNED_DEPTHS = [2, 3] as const;

/** Tells which paths lie at or below a deleted project or dataset, as it is now. */
async function findDeleted(
  { database }: Pick<Services, 'database'>,
  sponsorId: string,
): Promise<(path: string) => boolean> {
  // Without regard to case, because `tc042` leads to `TC042` on file systems that don't tell them apart.
  const deleted = new Set((await listDeletedPaths(database, sponsorId)).map((path) => path.toLowerCase()));
  return (path) => {
    const segments = path.toLowerCase().split('/');
    return OWNED_DEPTHS.some((depth) => deleted.has(segments.slice(0, depth).join('/')));
  };
}

/** A sponsor's objects without those of its deleted projects and datasets, as these are now. */
export async function visibleObjects(
  services: Pick<Services, 'database' | 'objects'>,
  sponsorId: string,
): Promise<ReadableObjects> {
  const { objects } = services;
  const isDeleted = await findDeleted(services, sponsorId);
  return {
    list: (path, page) =>
      isDeleted(path) ? Promise.resolve({ objects: [] }) : objects.list(path, { ...page, exclude: isDeleted }),
    stat: (key) => (isDeleted(key) ? Promise.resolve(undefined) : objects.stat(key)),
    read: (key, range) => objects.read(key, range),
  };
}

/**
 * Checks that a file may be uploaded to a key: its project is there, and it lies in no deleted dataset. A folder of a
 * project need not be a dataset.
 *
 * @throws HttpFailure 404 naming the project or dataset.
 */
export async function checkUploadTarget(
  services: Pick<Services, 'database'>,
  sponsorId: string,
  key: string,
): Promise<void> {
  const [, project = '', dataset = ''] = key.split('/');
  if ((await findProjectByTitle(services.database, sponsorId, project)) === undefined) {
    throw new HttpError(
      404,
      `There is no project “${project}”: it was deleted or renamed, or never made. Nothing can be uploaded to it.`,
      'NO_SUCH_PROJECT',
    );
  }
  if ((await findDeleted(services, sponsorId))(key)) {
    throw new HttpError(
      404,
      `The dataset “${dataset}” of the project “${project}” was deleted. Nothing can be uploaded to it.`,
      'NO_SUCH_DATASET',
    );
  }
}
