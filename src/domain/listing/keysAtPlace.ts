import { parseFileName } from '../names/grammar';
import { matchesFilters, type ListFilters } from './listQuery';

/**
 * Returns the keys of the images below a folder whose section, layer and channel match the filters.
 *
 * @param path without a trailing slash
 */
export function keysAtPlace(keys: readonly string[], path: string, filters: ListFilters): readonly string[] {
  return keys.filter((key) => {
    const naming = key.startsWith(`${path}/`) ? parseFileName(key.slice(key.lastIndexOf('/') + 1)) : undefined;
    return naming !== undefined && matchesFilters(naming, filters);
  });
}
