import { buildPath } from '../navigation/routePath';
import { placeOfKey } from '../uploads/uploadKey';
import { writeListQuery } from './listQuery';

/**
 * Returns the app's address of the folder that contains a key.
 *
 * @param search what the folder is searched for
 */
export function addressOfKey(key: string, search = ''): string {
  const folder = key.split('/').slice(3, -1).join('/');
  const query = writeListQuery({ folder, search }).toString();
  return buildPath(placeOfKey(key)) + (query === '' ? '' : `?${query}`);
}
