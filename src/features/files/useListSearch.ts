import { useCallback, useMemo } from 'react';
import type { ListingItem } from '../../domain/fileListing';
import { readySearch, searchList, type SearchableList } from '../../domain/listSearch';
import type { InPieces } from '../../lib/inPieces';
import { useInSlices } from '../../ui/useInSlices';

/**
 * The rows whose names hold every word of a text, all of them where there is no word; undefined while they are made ready
 * for it.
 *
 * @param isPartial more rows are to come
 */
export function useListSearch(
  rows: readonly ListingItem[],
  text: string,
  isPartial: boolean,
): readonly ListingItem[] | undefined {
  const hasWords = text.trim() !== '';
  // Before the first letter, but not anew with every page that comes.
  const isToBeReady = hasWords || !isPartial;
  const begin = useCallback(() => readyWhere(isToBeReady, rows), [isToBeReady, rows]);
  const searchable = useInSlices(begin).result?.searchable;
  return useMemo(
    () => (hasWords ? searchable && searchList(searchable, text) : rows),
    [hasWords, searchable, text, rows],
  );
}

function* readyWhere(
  isToBeReady: boolean,
  rows: readonly ListingItem[],
): InPieces<{ readonly searchable?: SearchableList }> {
  return isToBeReady ? { searchable: yield* readySearch(rows) } : {};
}
