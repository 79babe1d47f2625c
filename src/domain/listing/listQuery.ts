import { rising } from '../numberRange';

/* What of a list of files is shown, and in which order, as the query of the page's address tells it. */

/** The columns by which a list can be sorted. */
const SORT_COLUMNS = ['section', 'name', 'layer', 'channel', 'size', 'modified'] as const;

type SortColumn = (typeof SORT_COLUMNS)[number];

/** Sections from `first` to `last`, both included; without one of them, without a bound on that side. */
export interface SectionSpan {
  readonly first?: number;
  readonly last?: number;
}

/** Which files a list shows. */
export interface ListFilters {
  readonly sections: SectionSpan | undefined;
  /** Rising, each once; empty for any channel. */
  readonly channels: readonly number[];
  /** Rising, each once; empty for any layer. */
  readonly layers: readonly number[];
  /** Only files whose names do not follow the naming. */
  readonly misnamed: boolean;
}

/** All that the address says of a list. */
export interface ListQuery extends ListFilters {
  /** The open folder, as a path below the list's root without slashes at its ends; empty for the root. */
  readonly folder: string;
  readonly search: string;
  readonly sort: { readonly id: SortColumn; readonly desc: boolean } | undefined;
}

/** Everything is shown. */
export const NO_FILTERS: ListFilters = { sections: undefined, channels: [], layers: [], misnamed: false };

const PARAMS = {
  folder: 'folder',
  search: 'q',
  sort: 'sort',
  sections: 'sections',
  channels: 'ch',
  layers: 'layer',
  misnamed: 'misnamed',
} as const;

/** Reads `folder=raw&q=atlas&sort=-size&sections=1-20&ch=1&ch=2&layer=1&misnamed=1`. What is no value is as if it weren't there. */
export function readListQuery(params: URLSearchParams): ListQuery {
  return {
    folder: (params.get(PARAMS.folder) ?? '').replace(/^\/+|\/+$/g, ''),
    search: params.get(PARAMS.search) ?? '',
    sort: readSort(params.get(PARAMS.sort) ?? ''),
    sections: readSections(params.get(PARAMS.sections) ?? ''),
    channels: readNumbers(params.getAll(PARAMS.channels)),
    layers: readNumbers(params.getAll(PARAMS.layers)),
    misnamed: params.get(PARAMS.misnamed) === '1',
  };
}

/**
 * The query that reads as given; what is left out is not asked for.
 *
 * @param others the address's query of now: parameters that are none of the list's stay as they are
 */
export function writeListQuery(query: Partial<ListQuery>, others = new URLSearchParams()): URLSearchParams {
  const { folder = '', search = '', sort, sections, channels = [], layers = [], misnamed = false } = query;
  const params = new URLSearchParams(others);
  for (const name of Object.values(PARAMS)) params.delete(name);
  if (folder !== '') params.set(PARAMS.folder, folder);
  if (search !== '') params.set(PARAMS.search, search);
  if (sort !== undefined) params.set(PARAMS.sort, `${sort.desc ? '-' : ''}${sort.id}`);
  if (sections !== undefined) params.set(PARAMS.sections, sectionSpanText(sections));
  for (const channel of channels) params.append(PARAMS.channels, String(channel));
  for (const layer of layers) params.append(PARAMS.layers, String(layer));
  if (misnamed) params.set(PARAMS.misnamed, '1');
  return params;
}

/** `5`, `1-20`, `20-` (from there on), `-20` (up to there); undefined for anything else. Spaces and a dash are fine. */
export function readSections(text: string): SectionSpan | undefined {
  const [, from = '', hyphen, to = ''] = /^(\d{0,6})(?:([-–])(\d{0,6}))?$/.exec(text.replace(/\s/g, '')) ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? undefined : Number(from);
  const last = to === '' ? undefined : Number(to);
  if (hyphen === undefined) return first === undefined ? undefined : { first, last: first };
  if (first !== undefined && last !== undefined && first > last) return undefined;
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}

/** What `readSections` reads as the span. */
export function sectionSpanText({ first, last }: SectionSpan): string {
  return first === last ? String(first) : `${first ?? ''}-${last ?? ''}`;
}

/** An order by one of the list's columns; undefined for anything else. */
export function listSort(sort: { readonly id: string; readonly desc: boolean }): ListQuery['sort'] {
  const id = SORT_COLUMNS.find((column) => column === sort.id);
  return id === undefined ? undefined : { id, desc: sort.desc };
}

function readSort(text: string): ListQuery['sort'] {
  const desc = text.startsWith('-');
  return listSort({ id: text.slice(desc ? 1 : 0), desc });
}

function readNumbers(texts: readonly string[]): readonly number[] {
  return rising(texts.filter((text) => /^\d{1,2}$/.test(text)).map(Number));
}
