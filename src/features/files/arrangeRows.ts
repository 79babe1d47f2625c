import type { FileItem, ListingItem } from '../../domain/listing/fileListing';
import type { FolderView } from '../../domain/listing/folderView';
import { filterFiles, isFiltered, type ListFilters, type ListQuery } from '../../domain/listing/listQuery';
import type { InPieces } from '../../lib/inPieces';
import { sortInPieces } from '../../lib/sortInPieces';
import type { GridColumn } from '../../ui/gridColumn';

/**
 * The rows of a folder as filters and order say: folders first, in either direction. Filters look through all folders
 * below; without any, the folder shows what stands in it.
 *
 * @param sort undefined for natural order
 */
export function* arrangeRows(
  { folders, files, inside }: FolderView,
  filters: ListFilters,
  sort: ListQuery['sort'],
  columns: readonly GridColumn<ListingItem>[],
): InPieces<readonly ListingItem[]> {
  const shown: readonly FileItem[] = isFiltered(filters) ? filterFiles(inside, filters) : files;
  const above: readonly ListingItem[] = isFiltered(filters) ? [] : folders;
  const compare = columns.find(({ id }) => id === sort?.id)?.compare;
  if (compare === undefined) return above.concat(shown);
  yield;
  const directed = sort?.desc === true ? (left: ListingItem, right: ListingItem) => compare(right, left) : compare;
  return (yield* sortInPieces(above, directed)).concat(yield* sortInPieces<ListingItem>(shown, directed));
}
