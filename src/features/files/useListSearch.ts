import { useCallback } from 'react';
import type { ListingItem } from '../../domain/listing/fileListing';
import { prepareSearch, searchList, type SearchableList } from '../../domain/listing/listSearch';
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
  const beginReady = useCallback(() => readyWhere(isToBeReady, rows), [isToBeReady, rows]);
  const searchable = useInSlices(beginReady).result?.searchable;
  const beginSearch = useCallback(
    () => search(rows, hasWords ? text : '', searchable),
    [rows, hasWords, text, searchable],
  );
  return useInSlices(beginSearch).result?.found;
}

/** Without words there is nothing to wait for. */
function* search(
  rows: readonly ListingItem[],
  text: string,
  searchable: SearchableList | undefined,
): InPieces<{ readonly found?: readonly ListingItem[] }> {
  if (text === '') return { found: rows };
  return searchable === undefined ? {} : { found: yield* searchList(searchable, text) };
}

function* readyWhere(
  isToBeReady: boolean,
  rows: readonly ListingItem[],
): InPieces<{ readonly searchable?: SearchableList }> {
  return isToBeReady ? { searchable: yield* prepareSearch(rows) } : {};
}
