import { createCookieJar, reachableDomains } from '../../src/platform/browserStorage';

/** Creates a browser's cookies on one host that rejects the `refused` domains. */
function createPage(initial = '', refused: readonly string[] = []) {
  const writes: string[] = [];
  /** The values that another tab would read after each write. */
  const seen: string[] = [];
  const cookies = new Map<string, string>();
  return {
    writes,
    seen,
    get cookie() {
      return [initial, ...[...cookies].map(([key, value]) => `${key.split('@')[0] ?? ''}=${value}`)]
        .filter((part) => part !== '')
        .join('; ');
    },
    set cookie(text: string) {
      writes.push(text);
      const domain = /Domain=([^;]+)/.exec(text)?.[1] ?? '';
      if (refused.includes(domain)) return;
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
      if (text.includes('Max-Age=0')) cookies.delete(`${name}@${domain}`);
      else cookies.set(`${name}@${domain}`, value);
      seen.push(this.cookie);
    },
  };
}

const https = { host: 'data.example.org', isSecure: true };

describe('the cookie jar', () => {
  it('decodes values and returns a malformed encoding unchanged', () => {
    const jar = createCookieJar(createPage('A_K=a%2Bb%3D; S_K=100%; session_token=a=b==; x'), https);
    expect(jar.get('A_K')).toBe('a+b=');
    expect(jar.get('S_K')).toBe('100%');
    expect(jar.get('session_token')).toBe('a=b==');
    expect(jar.get('id_token')).toBeUndefined();
  });

  it('ignores a cookie whose name only starts with the requested one', () => {
    expect(createCookieJar(createPage('my_A_K=1; A_K2=2'), https).get('A_K')).toBeUndefined();
  });

  it('writes URI-encoded values on the requested domain', () => {
    const page = createPage();
    const jar = createCookieJar(page, https);
    jar.set('A_K', 'a;b=c%', 'example.org');
    expect(jar.get('A_K')).toBe('a;b=c%');
    expect(page.writes).toContain('A_K=a%3Bb%3Dc%25; Path=/; SameSite=Lax; Secure; Domain=example.org');
  });

  it('falls back to the page’s host if the browser rejects the domain', () => {
    const jar = createCookieJar(createPage('', ['localhost']), { host: 'localhost', isSecure: false });
    jar.set('A_K', 'x', 'localhost');
    expect(jar.get('A_K')).toBe('x');
  });

  it('replaces a value on another domain that would hide the new one', () => {
    const jar = createCookieJar(createPage(), https);
    jar.set('A_K', 'old', undefined);
    jar.set('A_K', 'new', 'example.org');
    expect(jar.get('A_K')).toBe('new');
    jar.remove('A_K');
    expect(jar.get('A_K')).toBeUndefined();
  });

  it.each([
    ['data.example.org', 'example.org', []],
    ['data.example.org', '.Example.org', []],
    ['data.example.org', undefined, []],
    ['data.example.org', '', []],
    ['localhost', 'localhost', ['localhost']],
    ['data.example.org', 'elsewhere.org', ['elsewhere.org']],
  ])('replaces a value on %s, with the domain %p, without a moment that has no cookie', (host, domain, refused) => {
    const page = createPage('', refused);
    const jar = createCookieJar(page, { host, isSecure: false });
    for (const value of ['first', 'second', 'second', 'third']) {
      jar.set('A_K', value, domain);
      expect(jar.get('A_K')).toBe(value);
    }
    expect(page.cookie).toBe('A_K=third');
    expect(page.seen).not.toContain('');
  });

  it.each<readonly string[]>([
    ['old', 'new'],
    ['new', 'old'],
  ])('leaves one value of two (%s on the host, %s on the parent domain)', (here, above) => {
    const page = createPage();
    const jar = createCookieJar(page, https);
    page.cookie = `A_K=${here}`;
    page.cookie = `A_K=${above}; Domain=example.org`;
    jar.set('A_K', 'new', 'example.org');
    expect(page.cookie).toBe('A_K=new');
  });
});

it.each([
  ['data.example.org', ['data.example.org', 'example.org']],
  ['localhost', []],
])('reachableDomains returns the reachable domains of %s', (host, domains) => {
  expect(reachableDomains(host)).toEqual(domains);
});
