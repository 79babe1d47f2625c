import { lastSegment } from '@data-manager/lib/lastSegment';
import { MAX_SECTION, parseFileName } from '../names/grammar';
import { countInRanges, isWithin, type NumberRange } from '../numberRange';
import { datasetFolder, type FolderForecast } from '../uploads/uploadForecast';
import type { ComparedFile } from './comparedFiles';
import type { ComparisonResult } from './comparisonResult';

/** A dataset whose files lie outside its number of sections. */
export interface TotalQuestion {
  /** `sponsor/project/dataset` */
  readonly path: string;
  /** The number of sections in the metadata. */
  readonly total: number;
  /** The number that includes all files. */
  readonly proposed: number;
  /** The expected sections. */
  readonly sections: NumberRange;
  /** The sections outside. */
  readonly beyond: readonly NumberRange[];
}

/** Returns the question whether to change a dataset's number of sections; undefined if all files lie within it. */
export function totalQuestion({ folder, completeness }: FolderForecast): TotalQuestion | undefined {
  const { isTotalKnown, sections, beyond } = completeness;
  const [lowest, highest] = [beyond[0], beyond.at(-1)];
  if (!isTotalKnown || lowest === undefined || highest === undefined) return undefined;
  const total = countInRanges([sections]);
  const proposed = Math.max(sections.last, highest.last) - Math.min(sections.first, lowest.first) + 1;
  return proposed > MAX_SECTION ? undefined : { path: folder, total, proposed, sections, beyond };
}

/** Returns the files to upload: those outside a number of sections that the user keeps are not among them. */
export function filesToUpload(
  rows: readonly ComparedFile[],
  { totals }: Pick<ComparisonResult, 'totals'>,
  forecasts: readonly FolderForecast[],
): readonly ComparedFile[] {
  const limited = forecasts.filter(({ folder }) => totals.get(folder)?.isSet === false);
  if (limited.length === 0) return rows;
  return rows.filter(({ key }) => {
    const beyond = limited.find(({ folder }) => folder === datasetFolder(key))?.completeness.beyond ?? [];
    const section = parseFileName(lastSegment(key))?.section;
    return section === undefined || !beyond.some((range) => isWithin(section, range));
  });
}
