import { findProjectByTitle, listDeletedPaths } from './database/projects';
import { HttpError } from './errors';
import type { ReadableObjects } from './objects/objectStore';
import type { Services } from './services';

/**
 * Soft-deleted projects and datasets keep their objects on disk. Reads and writes on behalf of a sponsor go through this
 * module, which treats the paths of such objects as if they did not exist.
 */

/** Number of segments in the paths of projects (`sponsor/project`) and datasets (`sponsor/project/dataset`). */
const OWNED_DEPTHS = [2, 3] as const;

/** Returns a predicate for paths at or below a deleted project or dataset. */
async function findDeleted(
  { database }: Pick<Services, 'database'>,
  sponsorId: string,
): Promise<(path: string) => boolean> {
  // Case-insensitive, because `tc042` is `TC042` on case-insensitive file systems.
  const deleted = new Set((await listDeletedPaths(database, sponsorId)).map((path) => path.toLowerCase()));
  return (path) => {
    const segments = path.toLowerCase().split('/');
    return OWNED_DEPTHS.some((depth) => deleted.has(segments.slice(0, depth).join('/')));
  };
}

/** Returns a view of a sponsor's objects without those of its deleted projects and datasets. */
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
 * Checks that a file may be uploaded to a key: its project exists, and the key is not inside a deleted dataset. Folders
 * of a project need not be datasets.
 *
 * @throws HttpError 404 naming the project or dataset.
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
      `The project “${project}” does not exist. It may have been deleted or renamed.`,
      'NO_SUCH_PROJECT',
    );
  }
  if ((await findDeleted(services, sponsorId))(key)) {
    throw new HttpError(404, `The dataset “${dataset}” of the project “${project}” was deleted.`, 'NO_SUCH_DATASET');
  }
}
