import { sortedUnique } from '../numberRange';
import type { FileItem } from './fileListing';
import { includesSection, parseSections, sectionsText, type SectionSpan } from './sectionSpans';
import { readSort, sortText, type Sort } from './tableQuery';

/* The filters and sort order of a file list, stored in the query of the URL. */

/** The sortable columns. */
export const SORT_COLUMNS = ['section', 'name', 'layer', 'channel', 'size', 'modified'] as const;

/** The filters of a file list. */
export interface ListFilters {
  /** Empty for all sections. */
  readonly sections: readonly SectionSpan[];
  /** Distinct and ascending. Empty for all channels. */
  readonly channels: readonly number[];
  /** Distinct and ascending. Empty for all layers. */
  readonly layers: readonly number[];
  /** Shows only files whose names do not follow the naming convention. */
  readonly misnamed: boolean;
  /** Shows only section images that can't be read. */
  readonly unreadable: boolean;
}

/** The state of a file list in the URL. */
export interface ListQuery extends ListFilters {
  /** Path of the open folder relative to the root, without slashes at either end. Empty for the root. */
  readonly folder: string;
  readonly search: string;
  readonly sort: Sort<(typeof SORT_COLUMNS)[number]> | undefined;
}

/** Filters that show everything. */
export const NO_FILTERS: ListFilters = { sections: [], channels: [], layers: [], misnamed: false, unreadable: false };

const PARAMS = {
  folder: 'folder',
  search: 'q',
  sort: 'sort',
  sections: 'sections',
  channels: 'ch',
  layers: 'layer',
  misnamed: 'misnamed',
  unreadable: 'unreadable',
} as const;

/** Parses `folder=raw&q=atlas&sort=-size&sections=1-20,25&ch=1&ch=2&layer=1&misnamed=1&unreadable=1`. Ignores invalid values. */
export function readListQuery(params: URLSearchParams): ListQuery {
  return {
    folder: (params.get(PARAMS.folder) ?? '').replace(/^\/+|\/+$/g, ''),
    search: params.get(PARAMS.search) ?? '',
    sort: readSort(params.get(PARAMS.sort), SORT_COLUMNS),
    sections: parseSections(params.get(PARAMS.sections) ?? '').spans,
    channels: readNumbers(params.getAll(PARAMS.channels)),
    layers: readNumbers(params.getAll(PARAMS.layers)),
    misnamed: params.get(PARAMS.misnamed) === '1',
    unreadable: params.get(PARAMS.unreadable) === '1',
  };
}

/**
 * Returns the URL query for a list state. Omitted members are removed from the query.
 *
 * @param others the current query, whose other parameters are kept
 */
export function writeListQuery(query: Partial<ListQuery>, others = new URLSearchParams()): URLSearchParams {
  const { folder = '', search = '', sort, sections = [], channels = [], layers = [] } = query;
  const params = new URLSearchParams(others);
  for (const name of Object.values(PARAMS)) params.delete(name);
  if (folder !== '') params.set(PARAMS.folder, folder);
  if (search !== '') params.set(PARAMS.search, search);
  if (sort !== undefined) params.set(PARAMS.sort, sortText(sort));
  if (sections.length > 0) params.set(PARAMS.sections, sectionsText(sections));
  for (const channel of channels) params.append(PARAMS.channels, String(channel));
  for (const layer of layers) params.append(PARAMS.layers, String(layer));
  if (query.misnamed === true) params.set(PARAMS.misnamed, '1');
  if (query.unreadable === true) params.set(PARAMS.unreadable, '1');
  return params;
}

function readNumbers(texts: readonly string[]): readonly number[] {
  return sortedUnique(texts.filter((text) => /^\d{1,2}$/.test(text)).map(Number));
}

/** The values that occur in the file names of a list. */
export interface ListFacets {
  /** Ascending. */
  readonly channels: readonly number[];
  /** Ascending. */
  readonly layers: readonly number[];
  /** Number of files whose names do not follow the naming convention. */
  readonly misnamed: number;
  /** Number of section images that can't be read. */
  readonly unreadable: number;
}

/** Returns true if any filter is set. */
export function isFiltered({ sections, channels, layers, misnamed, unreadable }: ListFilters): boolean {
  return sections.length > 0 || channels.length > 0 || layers.length > 0 || misnamed || unreadable;
}

/** Returns the files that match every filter, in their original order. */
export function filterFiles(files: readonly FileItem[], filters: ListFilters): readonly FileItem[] {
  const { misnamed } = filters;
  const isForImages = isFiltered({ ...filters, misnamed: false });
  return files.filter(({ naming, unreadable }) => {
    if (naming === undefined) return !isForImages;
    if (misnamed || (filters.unreadable && unreadable === undefined)) return false;
    return matchesFilters({ section: Number(naming.title), layer: naming.layer, channel: naming.channel }, filters);
  });
}

/** Returns true if the section, layer and channel match the filters. */
export function matchesFilters(
  { section, layer, channel }: { readonly section: number; readonly layer: number; readonly channel: number },
  { sections, channels, layers }: Pick<ListFilters, 'sections' | 'channels' | 'layers'>,
): boolean {
  return (
    (sections.length === 0 || includesSection(sections, section)) &&
    (channels.length === 0 || channels.includes(channel)) &&
    (layers.length === 0 || layers.includes(layer))
  );
}

/** Returns the filterable values of the files. */
export function listFacets(files: readonly FileItem[]): ListFacets {
  const channels = new Set<number>();
  const layers = new Set<number>();
  let misnamed = 0;
  let unreadable = 0;
  for (const { naming, unreadable: problem } of files) {
    if (problem !== undefined) unreadable += 1;
    if (naming === undefined) misnamed += 1;
    else {
      channels.add(naming.channel);
      layers.add(naming.layer);
    }
  }
  return { channels: sortedUnique([...channels]), layers: sortedUnique([...layers]), misnamed, unreadable };
}
