import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { foreignPrefixes, type NamedDataset } from '@data-manager/domain/names/datasetNames';
import { namePrefix, parseFileName } from '@data-manager/domain/names/grammar';
import { lastSegment } from '@data-manager/lib/lastSegment';
import type { StoredObject } from '../database/files/storedObject';
import type { SkippedFile } from '../database/jobs/pipelineJobs';
import type { ImageChecks } from '../images/imageChecks';
import { listAllObjects, type ObjectStore } from '../objects/objectStore';

/** The file of one channel of a slice. */
interface SliceImage {
  readonly channel: number;
  readonly object: StoredObject;
}

/** A section, or one of its optical layers. */
interface Slice {
  readonly section: number;
  readonly layer: number;
  /** Sorted by channel. */
  readonly images: readonly SliceImage[];
}

/** The images of a dataset, and the files that a job skips. */
export interface ArrangedFiles {
  readonly slices: readonly Slice[];
  readonly skipped: SkippedFile[];
}

/**
 * Lists the files of a dataset and arranges the readable images by section, layer and channel.
 *
 * @param datasetPath `sponsor/project/dataset`
 * @param dataset Undefined if it was deleted.
 * @param chosen The images to use where others have the same section, layer and channel: paths in the dataset.
 */
export async function findSlices(
  objects: ObjectStore,
  checks: ImageChecks,
  datasetPath: string,
  dataset: NamedDataset | undefined,
  chosen?: readonly string[],
): Promise<ArrangedFiles> {
  const all: StoredObject[] = [];
  const problems = new Map<string, ImageProblem>();
  for await (const object of listAllObjects(objects, datasetPath)) {
    all.push(object);
    const problem = await checks.problemOf(object);
    if (problem !== undefined) problems.set(object.key, problem);
  }
  return arrangeSlices(datasetPath, all, problems, new Set(chosen), dataset);
}

/**
 * Arranges a dataset's files by section, layer and channel. Skips unreadable images, images of other datasets, files with other
 * names, and all but the first readable image of the same section, layer and channel. Chosen images come first.
 *
 * @param problems The unreadable images by key.
 * @param chosen Paths in the dataset.
 * @param dataset Omitted if all images are the dataset's.
 */
export function arrangeSlices(
  datasetPath: string,
  objects: readonly StoredObject[],
  problems: ReadonlyMap<string, ImageProblem> = new Map(),
  chosen: ReadonlySet<string> = new Set(),
  dataset?: NamedDataset,
): ArrangedFiles {
  const isChosen = ({ key }: StoredObject): boolean => chosen.has(key.slice(datasetPath.length + 1));
  const ordered =
    chosen.size === 0 ? objects : [...objects.filter(isChosen), ...objects.filter((object) => !isChosen(object))];
  const images = objects.map(({ key }) => lastSegment(key)).filter((name) => parseFileName(name) !== undefined);
  const foreign = foreignPrefixes(dataset, images);
  const slices = new Map<string, { section: number; layer: number; images: Map<number, SliceImage> }>();
  const skipped: SkippedFile[] = [];
  for (const object of ordered) {
    const { key } = object;
    if (key.endsWith('/')) continue;
    const skip = (reason: SkippedFile['reason']) =>
      void skipped.push({ path: key.slice(datasetPath.length + 1), reason });
    const name = lastSegment(key);
    const parsed = parseFileName(name);
    if (parsed === undefined || foreign.has(namePrefix(name))) {
      skip(parsed === undefined ? 'name' : 'foreign');
      continue;
    }
    const { section, layer, channel } = parsed;
    const id = `${String(section)}-${String(layer)}`;
    const slice = slices.get(id) ?? { section, layer, images: new Map<number, SliceImage>() };
    const reason = problems.get(key) ?? (slice.images.has(channel) ? 'duplicate' : undefined);
    if (reason !== undefined) {
      skip(reason);
      continue;
    }
    slice.images.set(channel, { channel, object });
    slices.set(id, slice);
  }
  const arranged = [...slices.values()]
    .sort((one, other) => one.section - other.section || one.layer - other.layer)
    .map(({ images, ...slice }) => ({
      ...slice,
      images: [...images.values()].sort((one, other) => one.channel - other.channel),
    }));
  return { slices: arranged, skipped };
}

const REASONS: Readonly<Record<SkippedFile['reason'], string>> = {
  empty: 'empty',
  truncated: 'truncated',
  'not-tiff': 'not a TIFF',
  damaged: 'unreadable',
  duplicate: 'duplicate',
  name: 'no section and channel in the name',
  foreign: 'image of another dataset',
  'too-large': 'needs too much time or memory',
};

/** Number of files that a message names. */
const MAX_NAMED = 5;
/** Named last: unlike unreadable images, these files neither leave gaps nor hide damage. */
const LAST_NAMED: readonly SkippedFile['reason'][] = ['duplicate', 'name', 'foreign'];

/** Describes the files that a job left out, with their reasons; undefined if there are none. */
export function describeSkipped(skipped: readonly SkippedFile[]): string | undefined {
  if (skipped.length === 0) return undefined;
  const rank = ({ reason }: SkippedFile): number => LAST_NAMED.indexOf(reason);
  const named = [...skipped]
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MAX_NAMED)
    .map(({ path, reason }) => `${path} (${REASONS[reason]})`);
  const others = skipped.length - named.length;
  if (others > 0) named.push(`and ${String(others)} more`);
  return `${String(skipped.length)} ${skipped.length === 1 ? 'file' : 'files'} left out: ${named.join(', ')}.`;
}
