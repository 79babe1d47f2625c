import type { CookieJar } from './ports';

/** The page's cookies. `host` and `isSecure` are those of the page. */
export function createCookieJar(
  page: Pick<Document, 'cookie'>,
  { host, isSecure }: { readonly host: string; readonly isSecure: boolean },
): CookieJar {
  const attributes = `; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const write = (name: string, value: string, domain: string | undefined, more = ''): void => {
    page.cookie = `${name}=${value}${attributes}${domain === undefined ? '' : `; Domain=${domain}`}${more}`;
  };
  const read = (name: string): readonly string[] => findCookies(page.cookie, name);
  const remove = (name: string, but?: { readonly domain: string | undefined }): void => {
    for (const domain of [undefined, ...reachableDomains(host)]) {
      if (but === undefined || domain !== but.domain) write(name, '', domain, '; Max-Age=0');
    }
  };
  return {
    get: (name) => read(name)[0],
    set: (name, value, asked) => {
      const domain = asked?.replace(/^\./, '').toLowerCase() || undefined;
      const encoded = encodeURIComponent(value);
      const before = read(name);
      if (before.length === 1 && before[0] === value) return;
      write(name, encoded, domain);
      // Browsers refuse some domains (a public suffix, `localhost`, a foreign one): better here than nowhere.
      const home = read(name).includes(value) ? domain : undefined;
      if (home !== domain) write(name, encoded, home);
      // A second cookie of the name on another domain would hide the new value or bring the old one back. It goes when
      // the new one is there: another tab that looks in between would take no cookie for a logout.
      remove(name, { domain: home });
      if (read(name)[0] !== value) write(name, encoded, undefined);
    },
    remove: (name) => {
      remove(name);
    },
  };
}

/** The page's host and its parents: `a.b.org` reaches `a.b.org` and `b.org`. */
export function reachableDomains(host: string): readonly string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** In the browser's order: the first of several is the one that counts. */
function findCookies(cookies: string, name: string): readonly string[] {
  const pairs = cookies.split(';').map((pair) => ({ pair, separator: pair.indexOf('=') }));
  return pairs
    .filter(({ pair, separator }) => separator !== -1 && pair.slice(0, separator).trim() === name)
    .map(({ pair, separator }) => decode(pair.slice(separator + 1).trim()));
}

/** A value that is not URI-encoded stands for itself. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
