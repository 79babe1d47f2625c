import type { Preferences } from './ports';

const YEAR_S = 365 * 24 * 60 * 60;

/** Keeps what a person prefers in cookies of this browser: local storage is emptied at logout. */
export function createPreferences(page: Pick<Document, 'cookie'>): Preferences {
  return {
    get: (name) =>
      page.cookie
        .split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    set: (name, value) => {
      page.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${YEAR_S}`;
    },
  };
}
