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
  const read = (name: string): string | undefined => findCookie(page.cookie, name);
  const remove = (name: string): void => {
    for (const domain of [undefined, ...reachableDomains(host)]) write(name, '', domain, '; Max-Age=0');
  };
  return {
    get: read,
    set: (name, value, domain) => {
      // A second cookie of the name on another domain would hide the new value or bring the old one back.
      remove(name);
      write(name, encodeURIComponent(value), domain);
      // Browsers refuse some domains (a public suffix, `localhost`, a foreign one): better here than nowhere.
      if (read(name) !== value) write(name, encodeURIComponent(value), undefined);
    },
    remove,
  };
}

/** The page's host and its parents: `a.b.org` reaches `a.b.org` and `b.org`. */
export function reachableDomains(host: string): readonly string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

function findCookie(cookies: string, name: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const separator = pair.indexOf('=');
    if (separator === -1 || pair.slice(0, separator).trim() !== name) continue;
    return decode(pair.slice(separator + 1).trim());
  }
  return undefined;
}

/** A value that is not URI-encoded stands for itself. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
