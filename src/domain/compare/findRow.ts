import { lastSegment } from '@data-manager/lib/lastSegment';
import type { ListFilters } from '../listing/listQuery';
import { parseFileName } from '../names/grammar';
import { isWithin } from '../numberRange';
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
  { sections, channels, layers }: Pick<ListFilters, 'sections' | 'channels' | 'layers'>,
): ComparedFile | undefined {
  const isThere = ({ key }: ComparedFile): boolean => {
    const naming = parseFileName(lastSegment(key));
    return (
      naming !== undefined &&
      sections.some(({ first = 0, last = first }) => isWithin(naming.section, { first, last })) &&
      (channels.length === 0 || channels.includes(naming.channel)) &&
      (layers.length === 0 || layers.includes(naming.layer)) &&
      datasetFolder(key) === folder
    );
  };
  for (const group of GROUPS_BY_ATTENTION) {
    const row = groups[group].rows.find(isThere);
    if (row !== undefined) return row;
  }
  return undefined;
}
