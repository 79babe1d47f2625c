import { groupBy } from '@data-manager/lib/groupBy';
import type { FileItem } from '../listing/fileListing';

/** How the image of each section, layer and channel is chosen where a dataset has several. */
export interface ImageChoice {
  /** `first`: in the order of the keys, as a server does that offers no choice. */
  readonly rule: 'latest' | 'first';
  /** Paths in the dataset that the user chose, by place. */
  readonly picked: Readonly<Record<string, string>>;
}

export const LATEST_SCANS: ImageChoice = { rule: 'latest', picked: {} };
export const FIRST_SCANS: ImageChoice = { rule: 'first', picked: {} };

/** Images of the same section, layer and channel, one of which is shown and used by jobs. */
export interface DuplicateImages {
  /** Identifies the section, layer and channel. */
  readonly place: string;
  /** `Section 51, layer 1, channel 2` */
  readonly label: string;
  /** Readable images in the order of their keys. */
  readonly images: readonly FileItem[];
  readonly used: FileItem;
  /** Its path in the dataset. */
  readonly usedPath: string;
  /** Why it is used. `undated`: it is the first by key, because the dates don't say which image is the latest. */
  readonly reason: 'picked' | 'latest' | 'first' | 'undated';
}

/**
 * Returns the image that was last changed before it was uploaded, which is the time of acquisition. The time of the upload says
 * nothing: an original can be uploaded after its rescan.
 *
 * @returns undefined if the date of an image is not known, or the latest images have the same date
 */
export function latestScan<Image extends { readonly modified?: string }>(images: readonly Image[]): Image | undefined {
  const dates = images.map(({ modified = '' }) => Date.parse(modified));
  const latest = Math.max(...dates);
  const found = images.filter((_, index) => dates[index] === latest);
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the text that identifies a section, layer and channel. */
export function placeOf({ title, layer, channel }: NonNullable<FileItem['naming']>): string {
  return `${title} ${layer} ${channel}`;
}

/**
 * Finds the images of the same section, layer and channel, and chooses among them.
 *
 * @param rootPath `sponsor/project/dataset`
 */
export function findDuplicates(
  files: readonly FileItem[],
  rootPath: string,
  choice: ImageChoice,
): readonly DuplicateImages[] {
  const places = groupBy(files, ({ naming, unreadable }) =>
    naming === undefined || unreadable !== undefined ? undefined : placeOf(naming),
  );
  return [...places].flatMap(([place, images]) =>
    images.length === 1 ? [] : [duplicateImages(place, images, rootPath, choice)],
  );
}

function duplicateImages(
  place: string,
  images: readonly FileItem[],
  rootPath: string,
  { rule, picked }: ImageChoice,
): DuplicateImages {
  // The list is in natural order, not in that of the keys.
  const sorted = [...images].sort((one, other) => (one.path < other.path ? -1 : 1));
  const [section = '', layer = '', channel = ''] = place.split(' ');
  const chosen = sorted.find((image) => pathInDataset(image, rootPath) === picked[place]);
  const latest = rule === 'latest' ? latestScan(sorted) : undefined;
  const first = sorted[0] as FileItem;
  const used = chosen ?? latest ?? first;
  return {
    place,
    label: `Section ${section}, layer ${layer}, channel ${channel}`,
    images: sorted,
    used,
    usedPath: pathInDataset(used, rootPath),
    reason: chosen !== undefined ? 'picked' : rule === 'first' ? 'first' : latest === undefined ? 'undated' : 'latest',
  };
}

/** Returns the path of a file in its dataset. */
export function pathInDataset({ path }: Pick<FileItem, 'path'>, rootPath: string): string {
  return path.slice(rootPath.length + 1);
}

const REASONS: Readonly<Record<DuplicateImages['reason'], string>> = {
  picked: 'your choice',
  latest: 'the latest scan',
  first: 'the first by name',
  undated: 'the first by name, because the latest scan is not known',
};

/** Says which of several scans are shown: `Shown: the latest scan`. */
export function shownScansText(duplicates: readonly DuplicateImages[]): string {
  const reasons = new Set(duplicates.map(({ reason }) => REASONS[reason]));
  return `Shown: ${[...reasons].join('; or ')}`;
}
