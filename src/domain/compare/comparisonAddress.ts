import { writeListQuery } from '../listing/listQuery';
import { buildPath, COMPARE_PARAM } from '../navigation/routePath';
import type { Comparison } from './comparison';

/** Returns the address of the screen that shows a comparison. */
export function comparisonAddress({ path, rootPath }: Pick<Comparison, 'path' | 'rootPath'>): string {
  const [sponsorId = '', project, dataset] = rootPath.split('/');
  const params = writeListQuery({ folder: path.slice(rootPath.length + 1) });
  params.set(COMPARE_PARAM, '');
  return `${buildPath({ sponsorId, project, dataset })}?${params.toString()}`;
}
