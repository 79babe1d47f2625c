import { sortedUnique } from '../numberRange';

/** Where the preview stands, as the query of the page's address tells it, beside what the list of files tells there. */
export interface PreviewPlace {
  /** Undefined where the address names none. */
  readonly section: number | undefined;
  /** Channels that are switched off, sortedUnique. */
  readonly off: readonly number[];
}

const PARAMS = { section: 'section', off: 'off' } as const;

/** Reads `section=123&off=2&off=3`. What is no value is as if it weren't there. */
export function readPreviewPlace(params: URLSearchParams): PreviewPlace {
  const section = params.get(PARAMS.section) ?? '';
  const off = params.getAll(PARAMS.off).filter((text) => /^\d{1,2}$/.test(text));
  return {
    section: /^\d{1,6}$/.test(section) ? Number(section) : undefined,
    off: sortedUnique(off.map(Number)),
  };
}

/** The address's query with another place; parameters of others stay as they are. */
export function writePreviewPlace({ section, off }: PreviewPlace, others: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(others);
  for (const name of Object.values(PARAMS)) params.delete(name);
  if (section !== undefined) params.set(PARAMS.section, String(section));
  for (const channel of off) params.append(PARAMS.off, String(channel));
  return params;
}
