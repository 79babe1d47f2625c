import { foldText } from '@data-manager/lib/foldText';
import { namePrefix } from './grammar';

/** What the names of a dataset's images begin with. */
export interface NamedDataset {
  /** Its title. */
  readonly dataset: string;
  readonly formerTitles?: readonly string[];
  /** Prefixes of image names that users have confirmed for it. */
  readonly namePrefixes?: readonly string[] | undefined;
  /** The titles of the datasets of its project. */
  readonly titles?: readonly string[];
}

/** The names of a dataset in the form in which they are compared. */
export interface DatasetNames {
  readonly own: readonly string[];
  /** Titles of other datasets that begin with one of its own names. */
  readonly others: readonly string[];
}

/**
 * Returns the names of a dataset: its title, its former titles, the confirmed prefixes, and the prefix of most of its images.
 *
 * @param images valid names of its images on the server, without folders
 */
export function datasetNames(named: NamedDataset, images: Iterable<string>): DatasetNames {
  const { dataset, formerTitles = [], namePrefixes = [], titles = [] } = named;
  const { own } = withCommonPrefix(
    { own: [dataset, ...formerTitles, ...namePrefixes].map(foldName), others: [] },
    images,
  );
  const isLonger = (title: string) => own.some((name) => title.startsWith(`${name}_`)) && !own.includes(title);
  return { own, others: titles.map(foldName).filter(isLonger) };
}

/** Adds the prefix that more than half of the images have, if there is one. */
export function withCommonPrefix({ own, others }: DatasetNames, images: Iterable<string>): DatasetNames {
  const common = commonPrefix(images).filter((prefix) => !own.includes(prefix));
  return { own: [...own, ...common], others };
}

/**
 * Returns true if a valid name is that of another dataset's image. An image's name begins with a name of its dataset and an optional
 * suffix: `Brain07_left_S000001_L01_ch01.tif` is an image of `Brain07`, unless the project has a dataset `Brain07_left`.
 */
export function isForeignName(name: string, names: DatasetNames): boolean {
  return isForeignPrefix(namePrefix(name), names);
}

function isForeignPrefix(written: string, { own, others }: DatasetNames): boolean {
  const prefix = foldName(written);
  const longest = (names: readonly string[]) =>
    names.reduce(
      (most, one) => (prefix === one || prefix.startsWith(`${one}_`) ? Math.max(most, one.length) : most),
      0,
    );
  const length = longest(own);
  return length === 0 || length < longest(others);
}

/** Texts that read the same have the same form. Generated names have underscores instead of spaces. */
function foldName(name: string): string {
  return foldText(name).replaceAll(' ', '_');
}

function commonPrefix(images: Iterable<string>): readonly string[] {
  const written = new Map<string, number>();
  let total = 0;
  for (const name of images) {
    const prefix = namePrefix(name);
    written.set(prefix, (written.get(prefix) ?? 0) + 1);
    total += 1;
  }
  const counts = new Map<string, number>();
  for (const [prefix, count] of written) counts.set(foldName(prefix), (counts.get(foldName(prefix)) ?? 0) + count);
  return [...counts].flatMap(([prefix, count]) => (count * 2 > total ? [prefix] : []));
}

/**
 * Returns the prefixes that an upload confirms for a dataset.
 *
 * @param images names of its images after the upload. A prefix that only some of them have stays that of another dataset
 */
export function confirmedPrefixes(images: readonly string[], names: DatasetNames): readonly string[] {
  return images.every((name) => isForeignName(name, names)) ? [...new Set(images.map(namePrefix))] : [];
}

/**
 * Returns what the names of the images of other datasets in the folder of a dataset begin with.
 *
 * @param dataset undefined for a folder without metadata, whose images may have any names
 * @param images valid names
 * @param onServer the files on the server
 */
export function foreignPrefixes(
  dataset: NamedDataset | undefined,
  images: readonly string[],
  onServer = images,
): ReadonlySet<string> {
  if (dataset === undefined) return new Set();
  const names = datasetNames(dataset, onServer);
  return new Set([...new Set(images.map(namePrefix))].filter((prefix) => isForeignPrefix(prefix, names)));
}
