import { lastSegment } from '@data-manager/lib/lastSegment';
import { matchesFilters } from '../listing/listQuery';
import { parseFileName } from '../names/grammar';
import { datasetFolder } from '../uploads/uploadForecast';
import type { ComparedFile, ComparisonGroup } from './comparedFiles';
import type { ComparisonResult } from './comparisonResult';

/** The groups in the order of attention. */
export const GROUPS_BY_ATTENTION: readonly ComparisonGroup[] = [
  'different',
  'onlyLocal',
  'onlyServer',
  'notComparable',
  'identical',
];

/**
 * Returns the file at a place of the completeness map; undefined if neither side has one.
 *
 * @param folder `sponsor/project/dataset`
 */
export function findRow(
  { groups }: ComparisonResult,
  folder: string,
  place: Parameters<typeof matchesFilters>[1],
): ComparedFile | undefined {
  const isThere = ({ key }: ComparedFile): boolean => {
    const naming = parseFileName(lastSegment(key));
    return naming !== undefined && matchesFilters(naming, place) && datasetFolder(key) === folder;
  };
  for (const group of GROUPS_BY_ATTENTION) {
    const row = groups[group].rows.find(isThere);
    if (row !== undefined) return row;
  }
  return undefined;
}
