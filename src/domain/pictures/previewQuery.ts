import { sortedUnique } from '../numberRange';

/** A section of a dataset, in one of its optical layers. */
export interface SectionPlace {
  readonly section: number;
  /** Undefined for the first layer that has images. */
  readonly layer?: number | undefined;
}

/** The state of the preview in the query of the URL. */
export interface PreviewPlace {
  /** Undefined if the URL contains none. */
  readonly section: number | undefined;
  /** Undefined if the URL contains none. */
  readonly layer?: number | undefined;
  /** Page of multi-page images, from 1. Undefined for the first one that is not empty. */
  readonly page?: number | undefined;
  /** Hidden channels, ascending. */
  readonly off: readonly number[];
}

const PARAMS = { section: 'section', layer: 'section-layer', page: 'page', off: 'off' } as const;

/** Parses `section=123&section-layer=2&page=4&off=2&off=3`. Ignores invalid values. */
export function readPreviewPlace(params: URLSearchParams): PreviewPlace {
  const section = params.get(PARAMS.section) ?? '';
  const layer = params.get(PARAMS.layer) ?? '';
  const page = params.get(PARAMS.page) ?? '';
  const off = params.getAll(PARAMS.off).filter((text) => /^\d{1,2}$/.test(text));
  return {
    section: /^\d{1,6}$/.test(section) ? Number(section) : undefined,
    ...(/^\d{1,2}$/.test(layer) && { layer: Number(layer) }),
    ...(/^[1-9]\d{0,4}$/.test(page) && { page: Number(page) }),
    off: sortedUnique(off.map(Number)),
  };
}

/** Returns the query with another place. Keeps all other parameters. */
export function writePreviewPlace(place: PreviewPlace, others: URLSearchParams): URLSearchParams {
  const { section, layer, page, off } = place;
  const params = new URLSearchParams(others);
  for (const name of Object.values(PARAMS)) params.delete(name);
  if (section !== undefined) params.set(PARAMS.section, String(section));
  if (layer !== undefined) params.set(PARAMS.layer, String(layer));
  if (page !== undefined) params.set(PARAMS.page, String(page));
  for (const channel of off) params.append(PARAMS.off, String(channel));
  return params;
}

/**
 * Returns the fragment of the viewer's URL that shows the same as the preview:
 * `section=12&layer=1&off=3&colour=1-ff00ff`, with the colours that the user has chosen.
 */
export function viewerFragment(
  { section, layer, off }: PreviewPlace,
  chosenColours: Readonly<Record<number, string>>,
): string {
  const params = new URLSearchParams();
  if (section !== undefined) params.set('section', String(section));
  if (layer !== undefined) params.set('layer', String(layer));
  for (const channel of off) params.append('off', String(channel));
  for (const [channel, colour] of Object.entries(chosenColours))
    params.append('colour', `${channel}-${colour.slice(1)}`);
  return params.toString();
}

/** Returns true if a section image belongs to the place. `layer` undefined matches every layer. */
export function isAtPlace(
  image: { readonly section: number; readonly layer: number },
  place: SectionPlace | undefined,
): boolean {
  return place?.section === image.section && (place.layer === undefined || place.layer === image.layer);
}
