import { lastSegment } from '@data-manager/lib/lastSegment';
import { assessCompleteness, type Completeness } from '../completeness/completeness';
import type { SectionImage } from '../completeness/sectionImage';
import { fileItem, type FileEntry, type ImageProblem } from '../listing/fileListing';
import type { NamedDataset } from '../names/datasetNames';
import type { NumberRange } from '../numberRange';

/** A file selected for upload. */
export interface PlannedFile {
  /** Its future key. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Parsed from the name; undefined for an invalid name. */
  readonly naming: Pick<SectionImage, 'section' | 'layer' | 'channel'> | undefined;
  /** Why the file is not a complete image. */
  readonly imageProblem?: ImageProblem;
  /** True if the upload leaves the file out. */
  readonly isLeftOut?: boolean;
  /** Undefined until its upload is requested. */
  readonly progress?: 'sending' | 'uploaded';
}

/** The images that a dataset's metadata declares. */
export interface PlannedDataset extends Omit<NamedDataset, 'dataset'> {
  /** `sponsor/project/dataset` */
  readonly path: string;
  readonly sections: number | undefined;
  /** Channel numbers; empty if unknown. */
  readonly channels: readonly number[];
  /** Number of layers; absent if unknown. */
  readonly layers?: number | undefined;
}

/** Returns what the names of a planned dataset's images begin with. */
export function namedDataset(planned: PlannedDataset): NamedDataset {
  return { ...planned, dataset: lastSegment(planned.path) };
}

/** Returns the number of sections of a folder; undefined if unknown. */
export type SectionTotals = (folder: string) => number | undefined;

/** The total that the user enters in the upload form. */
interface SaidTotal {
  /** The upload target: a dataset, or the project. */
  readonly place: string;
  readonly sections: number | undefined;
}

/**
 * Returns the total of each folder. In the upload target the user's total takes precedence over the metadata, because the
 * form shows it and lets the user correct it. Other datasets use their metadata, and folders without metadata use the
 * user's total.
 */
export function sectionTotals(datasets: readonly PlannedDataset[], said: SaidTotal): SectionTotals {
  const known = new Map(datasets.map(({ path, sections }) => [path, sections]));
  return (folder) => (folder === said.place ? said.sections : (known.get(folder) ?? said.sections));
}

/** How complete a folder will be after the upload. */
export interface FolderForecast {
  /** `sponsor/project/folder`, or `sponsor/project` for files directly in the project. */
  readonly folder: string;
  /** True if metadata or a total of sections define what is expected. */
  readonly isPlanned: boolean;
  readonly completeness: Completeness;
}

/**
 * Returns the folder whose images belong together: the dataset, or a folder that could become one, with its subfolders.
 *
 * @param key `sponsor/project/folder/…/name`
 */
export function datasetFolder(key: string): string {
  const project = key.indexOf('/', key.indexOf('/') + 1);
  const folder = key.indexOf('/', project + 1);
  return key.slice(0, folder < 0 ? project : folder);
}

/**
 * Compares the future content of each target folder with what is expected there. The content is the selected files and
 * those on the server that are not replaced. Empty and incomplete files are not readable images. Folders keep the order in
 * which they first appear.
 *
 * @param taken the server's files by key
 * @param totals takes precedence over the metadata
 */
export function forecastFolders(
  planned: readonly PlannedFile[],
  taken: ReadonlyMap<string, FileEntry>,
  datasets: readonly PlannedDataset[],
  totals: SectionTotals,
): readonly FolderForecast[] {
  const folders = new Map<string, SectionImage[]>();
  const leftOut: (readonly [folder: string, image: SectionImage])[] = [];
  const sent = new Set<string>();
  for (const { key, size, naming, imageProblem, isLeftOut, progress } of planned) {
    if (naming === undefined) continue;
    const { section, layer, channel } = naming;
    const folder = datasetFolder(key);
    const name = lastSegment(key);
    if (isLeftOut === true) {
      leftOut.push([folder, { section, layer, channel, name, arrival: 'leftOut' }]);
      continue;
    }
    const images = folders.get(folder) ?? [];
    const isUnreadable = size === 0 || imageProblem !== undefined;
    images.push({ section, layer, channel, name, ...arrivalOf(taken.has(key), progress), isUnreadable });
    folders.set(folder, images);
    sent.add(key);
  }
  for (const [key, entry] of taken) {
    const images = folders.get(datasetFolder(key));
    if (images === undefined || sent.has(key)) continue;
    const { naming, fileName: name, unreadable } = fileItem(entry);
    if (naming === undefined) continue;
    const { title, layer, channel } = naming;
    images.push({ section: Number(title), layer, channel, name, isUnreadable: unreadable !== undefined });
  }
  const forecasts: FolderForecast[] = [];
  for (const [folder, images] of folders) {
    const dataset = datasets.find(({ path }) => path === folder);
    const total = totals(folder);
    const leftOutHere = leftOut.flatMap(([place, image]) => (place === folder ? [image] : []));
    const completeness = assessCompleteness([...images, ...leftOutHere], {
      sections: total ?? (dataset === undefined ? spanOf(images) : dataset.sections),
      channels: dataset?.channels ?? [],
      layers: dataset?.layers,
      dataset: dataset && namedDataset(dataset),
    });
    const isPlanned = dataset !== undefined || total !== undefined;
    if (completeness !== undefined) forecasts.push({ folder, isPlanned, completeness });
  }
  return forecasts;
}

/** While a file replaces a listed one, the listed one is present. */
function arrivalOf(isListed: boolean, progress: PlannedFile['progress']): Pick<SectionImage, 'arrival'> {
  switch (progress) {
    case undefined:
      return { arrival: isListed ? 'replacing' : 'new' };
    case 'sending':
      return isListed ? {} : { arrival: 'arriving' };
    case 'uploaded':
      return {};
  }
}

/** The first section of a folder that is not a dataset is unknown. */
function spanOf(images: readonly SectionImage[]): NumberRange {
  return images.reduce(
    ({ first, last }, { section }) => ({ first: Math.min(first, section), last: Math.max(last, section) }),
    { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
  );
}
