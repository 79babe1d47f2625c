import { readListQuery, writeListQuery, type ListFilters } from '../listing/listQuery';
import { readPreviewPlace, writePreviewPlace } from '../pictures/previewQuery';

/** Returns the query of a dataset's page that filters its list, and shows the first of the sections. */
export function placeQuery(filters: ListFilters, params: URLSearchParams): string {
  const query = writeListQuery({ sort: readListQuery(params).sort, ...filters }, params);
  const section = filters.sections[0]?.first;
  if (section === undefined) return `?${query.toString()}`;
  const place = { section, layer: filters.layers[0], off: readPreviewPlace(params).off };
  return `?${writePreviewPlace(place, query).toString()}`;
}
