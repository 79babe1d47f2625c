import { sortedUnique } from '../numberRange';

/** The state of the preview in the query of the URL. */
export interface PreviewPlace {
  /** Undefined if the URL contains none. */
  readonly section: number | undefined;
  /** Hidden channels, ascending. */
  readonly off: readonly number[];
}

const PARAMS = { section: 'section', off: 'off' } as const;

/** Parses `section=123&off=2&off=3`. Ignores invalid values. */
export function readPreviewPlace(params: URLSearchParams): PreviewPlace {
  const section = params.get(PARAMS.section) ?? '';
  const off = params.getAll(PARAMS.off).filter((text) => /^\d{1,2}$/.test(text));
  return {
    section: /^\d{1,6}$/.test(section) ? Number(section) : undefined,
    off: sortedUnique(off.map(Number)),
  };
}

/** Returns the query with another place. Keeps all other parameters. */
export function writePreviewPlace({ section, off }: PreviewPlace, others: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(others);
  for (const name of Object.values(PARAMS)) params.delete(name);
  if (section !== undefined) params.set(PARAMS.section, String(section));
  for (const channel of off) params.append(PARAMS.off, String(channel));
  return params;
}
