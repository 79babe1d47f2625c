import { HttpFailure } from '../failure';

/**
 * What was looked up for a caller.
 *
 * @throws HttpFailure 404 where there is no such thing, or it belongs to somebody else.
 */
export function found<Row>(row: Row | undefined, what: 'project' | 'dataset'): Row {
  if (row === undefined) throw new HttpFailure(404, `There is no such ${what}.`, 'NOT_FOUND');
  return row;
}
