import type { InPieces } from '../../lib/inPieces';
import type { FileItem, FileListing } from './fileListing';
import { isListingComplete } from './fileListing';
import { viewFolder } from './folderView';

/** The readable section images in the folder of a dataset. */
interface DatasetContents {
  /** Number of distinct sections. */
  readonly sections: number;
  /** Number of distinct channels. */
  readonly channels: number;
  /** An image from the middle of the dataset. */
  readonly sample: FileItem;
}

/** By name of the folder. Folders without readable section images are absent. */
export type ContentsByFolder = ReadonlyMap<string, DatasetContents>;

const PIECE_SIZE = 2_000;

/**
 * Counts the sections and channels with readable images in each folder of a project.
 *
 * @returns undefined until the listing is complete
 */
export function* datasetContents(
  listing: FileListing | undefined,
  path: string,
): InPieces<{ readonly contents?: ContentsByFolder }> {
  if (listing === undefined || !isListingComplete(listing)) return {};
  const { inside } = yield* viewFolder(listing, path, []);
  const imagesByFolder = new Map<string, FileItem[]>();
  for (const [index, file] of inside.entries()) {
    const end = file.path.indexOf('/', path.length + 1);
    if (file.naming !== undefined && file.unreadable === undefined && end > 0) {
      const folder = file.path.slice(path.length + 1, end);
      const images = imagesByFolder.get(folder);
      if (images === undefined) imagesByFolder.set(folder, [file]);
      else images.push(file);
    }
    if (index % PIECE_SIZE === PIECE_SIZE - 1) yield;
  }
  const contents = new Map<string, DatasetContents>();
  for (const [folder, images] of imagesByFolder) {
    const sample = images[Math.floor(images.length / 2)];
    if (sample === undefined) continue;
    contents.set(folder, {
      sections: new Set(images.map(({ naming }) => naming?.title)).size,
      channels: new Set(images.map(({ naming }) => naming?.channel)).size,
      sample,
    });
    yield;
  }
  return { contents };
}
