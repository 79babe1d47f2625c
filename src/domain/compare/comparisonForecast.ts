import type { InPieces } from '../../lib/inPieces';
import { assessInPieces } from '../completeness/completeness';
import type { SectionImage } from '../completeness/sectionImage';
import { fileItem } from '../listing/fileListing';
import { datasetFolder, type FolderForecast, type PlannedDataset } from '../uploads/uploadForecast';
import { COMPARISON_GROUPS } from './comparedFiles';
import type { ComparisonResult } from './comparison';

/** Rows processed before the generator yields. */
const PIECE_SIZE = 500;

/** Returns how complete the datasets of the result would be if the missing files were uploaded. */
export function* comparisonForecasts(
  result: ComparisonResult,
  datasets: readonly PlannedDataset[],
): InPieces<readonly FolderForecast[]> {
  const images = new Map<string, SectionImage[]>(datasets.map(({ path }) => [path, []]));
  let count = 0;
  for (const group of COMPARISON_GROUPS) {
    for (const { key, local, server } of result.groups[group].rows) {
      count += 1;
      if (count % PIECE_SIZE === 0) yield;
      const entry = server ?? (group === 'onlyLocal' && local !== undefined ? { key, size: local.size } : undefined);
      const { naming, unreadable } = entry === undefined ? {} : fileItem(entry);
      if (naming === undefined) continue;
      images.get(datasetFolder(key))?.push({
        section: Number(naming.title),
        layer: naming.layer,
        channel: naming.channel,
        isUnreadable: unreadable !== undefined,
        ...(server === undefined && { arrival: 'new' }),
      });
    }
  }
  const forecasts: FolderForecast[] = [];
  for (const { path, sections, channels } of datasets) {
    const found = images.get(path) ?? [];
    const completeness = found.length === 0 ? undefined : yield* assessInPieces(found, { sections, channels });
    if (completeness !== undefined) forecasts.push({ folder: path, isPlanned: true, completeness });
  }
  return forecasts;
}
