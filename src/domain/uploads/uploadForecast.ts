import { assessCompleteness, type Completeness, type SectionImage } from '../completeness/completeness';
import { fileItem, type FileEntry } from '../listing/fileListing';
import type { NumberRange } from '../numberRange';

/** A file that is about to be sent. */
export interface PlannedFile {
  /** The key that it will get. */
  readonly key: string;
  /** What its name says; undefined where the name breaks the grammar. */
  readonly naming: Pick<SectionImage, 'section' | 'layer' | 'channel'> | undefined;
}

/** What a dataset's metadata says of the images in its folder. */
export interface PlannedDataset {
  /** `sponsor/project/dataset` */
  readonly path: string;
  readonly sections: number | undefined;
  /** Channel numbers; none where nobody has said. */
  readonly channels: readonly number[];
}

/** How many sections there are in a folder (as in a forecast); undefined where nobody has said. */
export type SectionTotals = (folder: string) => number | undefined;

/** What a person says while they upload. */
interface SaidTotal {
  /** The folder into which they upload: a dataset, or the project. */
  readonly place: string;
  readonly sections: number | undefined;
}

/**
 * The total of each folder. What the person says counts before the metadata in the place that they upload into, for they
 * see it there and may put it right; a project's other datasets go by their own metadata, and folders of which there is
 * none by what the person says.
 */
export function sectionTotals(datasets: readonly PlannedDataset[], said: SaidTotal): SectionTotals {
  const known = new Map(datasets.map(({ path, sections }) => [path, sections]));
  return (folder) => (folder === said.place ? said.sections : (known.get(folder) ?? said.sections));
}

/** How complete a folder will be. */
export interface FolderForecast {
  /** `sponsor/project/folder`, or `sponsor/project` for files that lie in the project itself. */
  readonly folder: string;
  /** Somebody has said what belongs there: a dataset's metadata or the total of sections. */
  readonly isPlanned: boolean;
  readonly completeness: Completeness;
}

/**
 * The folder whose images belong together: the dataset, or what could be one. Deeper folders belong to it.
 *
 * @param key `sponsor/project/folder/…/name`
 */
export function datasetFolder(key: string): string {
  const project = key.indexOf('/', key.indexOf('/') + 1);
  const folder = key.indexOf('/', project + 1);
  return key.slice(0, folder < 0 ? project : folder);
}

/**
 * Holds what will be in each folder that files are sent to against what is expected there: what is sent, and what is there
 * and stays. In order of first mention.
 *
 * @param taken the server's files by key
 * @param totals counts before the metadata, for a folder of which it knows a total
 */
export function forecastFolders(
  planned: readonly PlannedFile[],
  taken: ReadonlyMap<string, FileEntry>,
  datasets: readonly PlannedDataset[],
  totals: SectionTotals,
): readonly FolderForecast[] {
  const folders = new Map<string, SectionImage[]>();
  const sent = new Set<string>();
  for (const { key, naming } of planned) {
    if (naming === undefined) continue;
    const { section, layer, channel } = naming;
    const arrival = taken.has(key) ? 'replacing' : 'new';
    const folder = datasetFolder(key);
    const images = folders.get(folder) ?? [];
    images.push({ section, layer, channel, arrival });
    folders.set(folder, images);
    sent.add(key);
  }
  for (const [key, entry] of taken) {
    const images = folders.get(datasetFolder(key));
    if (images === undefined || sent.has(key)) continue;
    const { naming } = fileItem(entry);
    if (naming !== undefined) {
      images.push({ section: Number(naming.title), layer: naming.layer, channel: naming.channel });
    }
  }
  return [...folders].flatMap(([folder, images]) => {
    const dataset = datasets.find(({ path }) => path === folder);
    const total = totals(folder);
    const completeness = assessCompleteness(images, {
      sections: total ?? (dataset === undefined ? spanOf(images) : dataset.sections),
      channels: dataset?.channels ?? [],
    });
    const isPlanned = dataset !== undefined || total !== undefined;
    return completeness === undefined ? [] : [{ folder, isPlanned, completeness }];
  });
}

/** In a folder that is no dataset, nobody says where its sections begin. */
function spanOf(images: readonly SectionImage[]): NumberRange {
  return images.reduce(
    ({ first, last }, { section }) => ({ first: Math.min(first, section), last: Math.max(last, section) }),
    { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
  );
}
