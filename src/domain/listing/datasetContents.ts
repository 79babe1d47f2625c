import { groupBy } from '@data-manager/lib/groupBy';
import { assessCompleteness, sectionImages, type Completeness } from '../completeness/completeness';
import { expectedImages, type ExpectingMetadata } from '../completeness/expectedImages';
import type { NamedDataset } from '../names/datasetNames';
import { isListingComplete, type FileItem, type FileListing } from './fileListing';
import { viewFolder } from './folderView';
import { withoutForeign } from './ownImages';

/** The files in the folder of a dataset. */
export interface DatasetContents {
  readonly fileCount: number;
  /** Bytes of all files. */
  readonly size: number;
  /** Number of sections with all their images. */
  readonly completeSections: number;
  /** Number of distinct channels with a readable image. */
  readonly channels: number;
  /** Present if the metadata has the total of sections. */
  readonly images?: ImageCount;
  /** An image from the middle of the dataset. Absent if none is readable. */
  readonly sample?: FileItem;
}

/** Section images, compared with the metadata. */
interface ImageCount {
  /** Expected images with a readable file. */
  readonly present: number;
  readonly expected: number;
}

/** By title of the dataset. Datasets without files are absent. */
export type ContentsByTitle = ReadonlyMap<string, DatasetContents>;

/**
 * Summarizes the folders of a project's datasets.
 *
 * @returns undefined until the listing is complete
 */
export function datasetContents(
  listing: FileListing | undefined,
  path: string,
  datasets: readonly (ExpectingMetadata & NamedDataset)[],
): ContentsByTitle | undefined {
  if (listing === undefined || !isListingComplete(listing)) return undefined;
  const { folders, inside } = viewFolder(listing, path, []);
  const imagesByFolder = groupBy(inside, ({ naming, path: key }) => {
    const end = key.indexOf('/', path.length + 1);
    return naming === undefined || end < 0 ? undefined : key.slice(path.length + 1, end);
  });
  const byTitle = new Map(datasets.map((dataset) => [dataset.dataset, dataset]));
  const titles = [...byTitle.keys()];
  const contents = new Map<string, DatasetContents>();
  for (const { title, fileCount, size } of folders) {
    const dataset = byTitle.get(title);
    if (dataset === undefined || fileCount === 0) continue;
    const images = withoutForeign(imagesByFolder.get(title) ?? [], { ...dataset, titles }).filter(isReadable);
    const completeness = assessImages(images, dataset);
    const imageCount = countImages(completeness);
    const sample = representativeImage(images);
    contents.set(title, {
      fileCount,
      size,
      completeSections: completeness?.completeSections ?? 0,
      channels: new Set(images.map(({ naming }) => naming?.channel)).size,
      ...(imageCount && { images: imageCount }),
      ...(sample && { sample }),
    });
  }
  return contents;
}

function assessImages(files: readonly FileItem[], dataset: ExpectingMetadata): Completeness | undefined {
  return assessCompleteness(sectionImages(files), expectedImages(dataset));
}

/** Counts a dataset's images; undefined if the metadata has no total of sections. */
function countImages(completeness: Completeness | undefined): ImageCount | undefined {
  if (completeness === undefined) return undefined;
  const { isTotalKnown, expected, missing, unreadable } = completeness;
  return isTotalKnown && expected > 0 ? { expected, present: expected - missing - unreadable } : undefined;
}

/** Returns true if every expected image exists and is readable. The files include no images of other datasets. */
export function isDatasetComplete(files: readonly FileItem[], dataset: ExpectingMetadata): boolean {
  const count = countImages(assessImages(files, dataset));
  return count !== undefined && count.present === count.expected;
}

function isReadable({ naming, unreadable }: FileItem): boolean {
  return naming !== undefined && unreadable === undefined;
}

/** Returns the first readable image of the middle section. The images must be sorted by section. */
export function representativeImage(images: readonly FileItem[]): FileItem | undefined {
  const readable = images.filter(isReadable);
  const middle = readable[Math.floor(readable.length / 2)];
  return readable.find(({ naming }) => naming?.title === middle?.naming?.title);
}
