const NAME = 'color-scheme';
const YEAR_S = 365 * 24 * 60 * 60;

/** The chosen colour scheme, kept in a cookie: local storage is emptied at logout. */
export interface ColorSchemeCookie {
  readonly read: () => string | undefined;
  readonly write: (scheme: string) => void;
}

export function createColorSchemeCookie(page: Pick<Document, 'cookie'>): ColorSchemeCookie {
  return {
    read: () =>
      page.cookie
        .split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${NAME}=`))
        ?.slice(NAME.length + 1),
    write: (scheme) => {
      page.cookie = `${NAME}=${scheme}; Path=/; SameSite=Lax; Max-Age=${YEAR_S}`;
    },
  };
}
