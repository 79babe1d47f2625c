import { rising } from '../numberRange';
import type { FileItem } from './fileListing';
import type { ListFilters } from './listQuery';

/** What a list can be filtered by: what occurs in its names. */
export interface ListFacets {
  /** Rising. */
  readonly channels: readonly number[];
  /** Rising. */
  readonly layers: readonly number[];
  /** Files whose names do not follow the naming. */
  readonly misnamed: number;
}

/** Whether the filters leave anything out. */
export function isFiltered({ sections, channels, layers, misnamed }: ListFilters): boolean {
  return sections !== undefined || channels.length > 0 || layers.length > 0 || misnamed;
}

/** The files that pass every filter, in the order that they have. */
export function filterFiles(files: readonly FileItem[], filters: ListFilters): readonly FileItem[] {
  const { misnamed } = filters;
  const asksNumbers = isFiltered({ ...filters, misnamed: false });
  return files.filter(({ naming }) => {
    if (naming === undefined) return !asksNumbers;
    return !misnamed && isAmong({ ...naming, section: Number(naming.title) }, filters);
  });
}

/** Whether a section image is one of those that the filters show. */
export function isAmong(
  { section, layer, channel }: { readonly section: number; readonly layer: number; readonly channel: number },
  { sections, channels, layers }: ListFilters,
): boolean {
  return (
    section >= (sections?.first ?? 0) &&
    section <= (sections?.last ?? Number.POSITIVE_INFINITY) &&
    (channels.length === 0 || channels.includes(channel)) &&
    (layers.length === 0 || layers.includes(layer))
  );
}

/** What occurs in the names of the files. */
export function listFacets(files: readonly FileItem[]): ListFacets {
  const channels = new Set<number>();
  const layers = new Set<number>();
  let misnamed = 0;
  for (const { naming } of files) {
    if (naming === undefined) misnamed += 1;
    else {
      channels.add(naming.channel);
      layers.add(naming.layer);
    }
  }
  return { channels: rising([...channels]), layers: rising([...layers]), misnamed };
}
