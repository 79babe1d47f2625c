import { assessCompleteness } from '../completeness/completeness';
import type { SectionImage } from '../completeness/sectionImage';
import { fileItem, type FileListing, type ImageProblem } from '../listing/fileListing';
import { datasetFolder, namedDataset, type FolderForecast, type PlannedDataset } from '../uploads/uploadForecast';
import type { ComparedFile } from './comparedFiles';
import type { ComparisonOutcome } from './comparisonOutcome';

/**
 * Returns how complete the datasets are with the files of the folder, and where both sides differ.
 *
 * @param groups the files that count
 * @param states what has become of the files since they were compared
 * @param damaged why files of the folder are not complete images, by key
 */
export function comparisonForecasts(
  groups: readonly (readonly ComparedFile[])[],
  states: ComparisonOutcome['states'],
  datasets: readonly PlannedDataset[],
  damaged: ReadonlyMap<string, ImageProblem>,
): readonly FolderForecast[] {
  const images = new Map<string, SectionImage[]>(datasets.map(({ path }) => [path, []]));
  for (const rows of groups) {
    for (const row of rows) {
      const image = imageOf(row, states, damaged);
      if (image !== undefined) images.get(datasetFolder(row.key))?.push(image);
    }
  }
  const forecasts: FolderForecast[] = [];
  for (const planned of datasets) {
    const { path } = planned;
    const dataset = namedDataset(planned);
    const found = images.get(path) ?? [];
    const completeness = found.length === 0 ? undefined : assessCompleteness(found, { ...planned, dataset });
    if (completeness !== undefined) forecasts.push({ folder: path, isPlanned: true, completeness });
  }
  return forecasts;
}

/** Returns the files on the server that the folder has, too, as if they were the same: before their contents are compared. */
export function filesOnBothSides(listing: FileListing, onlyServer: readonly ComparedFile[]): readonly ComparedFile[] {
  const alone = new Set(onlyServer.map(({ server }) => server?.key));
  return listing.pieces.flatMap((piece) =>
    piece.flatMap((server) => (alone.has(server.key) ? [] : [{ key: server.key, group: 'identical', server }])),
  );
}

function imageOf(
  { key, group, local, server }: ComparedFile,
  states: ComparisonOutcome['states'],
  damaged: ReadonlyMap<string, ImageProblem>,
): SectionImage | undefined {
  const state = states.get(key);
  // Where the server has a file, a damaged one of the folder counts only once it has replaced it.
  const isLocal = group === 'onlyLocal' || state === 'arrived';
  const entry = isLocal && local !== undefined ? { key, size: local.size } : server;
  const { naming, fileName: name = '', unreadable } = entry === undefined ? {} : fileItem(entry);
  if (naming === undefined) return undefined;
  const image: SectionImage = {
    section: Number(naming.title),
    layer: naming.layer,
    channel: naming.channel,
    name,
    isUnreadable: unreadable !== undefined || (isLocal && damaged.has(key)),
  };
  if (state === 'arrived') return image;
  if (state === 'arriving' && server === undefined) return { ...image, arrival: 'arriving' as const };
  return group === 'different' || group === 'onlyLocal' || group === 'onlyServer'
    ? { ...image, difference: group }
    : image;
}
