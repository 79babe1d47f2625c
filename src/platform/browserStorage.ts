import type { CookieJar, Preferences, TextStorage } from './ports';

const YEAR_S = 365 * 24 * 60 * 60;

/** Wraps local or session storage. If the browser forbids it, it behaves like an empty, read-only one. */
export function createTextStorage(open: () => Storage): TextStorage {
  // In some browsers even reading `window.localStorage` throws.
  const attempt = <Result>(job: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return job(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    remove: (key) => {
      attempt((storage) => {
        storage.removeItem(key);
      }, undefined);
    },
    keys: () =>
      attempt<readonly string[]>(
        (storage) =>
          Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null),
        [],
      ),
  };
}

/** Stores preferences in cookies, since logout clears local storage. */
export function createPreferences(page: Pick<Document, 'cookie'>): Preferences {
  return observedPreferences({
    get: (name) => findCookies(page.cookie, name)[0],
    set: (name, value) => {
      page.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${YEAR_S}`;
    },
  });
}

/** Adds subscriptions to stored preferences. */
export function observedPreferences(stored: Pick<Preferences, 'get' | 'set'>): Preferences {
  const listeners = new Set<() => void>();
  return {
    get: stored.get,
    set: (name, value) => {
      stored.set(name, value);
      for (const notify of listeners) notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Creates the cookie jar of a page with this host; `isSecure` is true for https. */
export function createCookieJar(
  page: Pick<Document, 'cookie'>,
  { host, isSecure }: { readonly host: string; readonly isSecure: boolean },
): CookieJar {
  const attributes = `; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const write = (name: string, value: string, domain: string | undefined, more = ''): void => {
    page.cookie = `${name}=${value}${attributes}${domain === undefined ? '' : `; Domain=${domain}`}${more}`;
  };
  const read = (name: string): readonly string[] => findCookies(page.cookie, name);
  const remove = (name: string, except?: { readonly domain: string | undefined }): void => {
    for (const domain of [undefined, ...reachableDomains(host)]) {
      if (except === undefined || domain !== except.domain) write(name, '', domain, '; Max-Age=0');
    }
  };
  return {
    get: (name) => read(name)[0],
    set: (name, value, requestedDomain) => {
      const domain = requestedDomain?.replace(/^\./, '').toLowerCase() || undefined;
      const encoded = encodeURIComponent(value);
      const before = read(name);
      if (before.length === 1 && before[0] === value) return;
      write(name, encoded, domain);
      // Browsers reject some domains (a public suffix, `localhost`, another site): then the page's own host is used.
      const acceptedDomain = read(name).includes(value) ? domain : undefined;
      if (acceptedDomain !== domain) write(name, encoded, acceptedDomain);
      // A cookie of the same name on another domain could hide the new value. It is removed after the new one has been
      // written: another tab that found no cookie in between would treat that as a logout.
      remove(name, { domain: acceptedDomain });
      if (read(name)[0] !== value) write(name, encoded, undefined);
    },
    remove: (name) => {
      remove(name);
    },
  };
}

/** Returns the host and its parent domains without the top-level one: `a.b.org` and `b.org` for `a.b.org`. */
export function reachableDomains(host: string): readonly string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Returns the values of a cookie in the browser's order; the first one takes precedence. */
function findCookies(cookies: string, name: string): readonly string[] {
  const pairs = cookies.split(';').map((pair) => ({ pair, separator: pair.indexOf('=') }));
  return pairs
    .filter(({ pair, separator }) => separator !== -1 && pair.slice(0, separator).trim() === name)
    .map(({ pair, separator }) => decode(pair.slice(separator + 1).trim()));
}

/** Decodes a cookie value; one that is not URI-encoded is returned unchanged. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
