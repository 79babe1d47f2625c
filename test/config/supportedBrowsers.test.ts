import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { isUnderstood, OLDEST_BROWSERS, oldestBrowsersText } from '../../config/webpack/supportedBrowsers';

const ROOT = join(__dirname, '..', '..');

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

describe('the oldest supported browsers', () => {
  it('names the same versions in the README as in package.json', () => {
    expect(OLDEST_BROWSERS.map(({ id }) => id)).toEqual(['chrome', 'edge', 'firefox', 'safari']);
    expect(read('README.md')).toContain(oldestBrowsersText());
  });

  it('accepts syntax that all of them understand, and rejects newer syntax', () => {
    expect(isUnderstood('class A { static #b = 1; static { A.#b?.toString(); } }')).toBe(true);
    expect(isUnderstood('using a = open();')).toBe(false);
  });

  it('checks the browser with a script that every browser understands', () => {
    expect(() => transformSync(read('public/supported.js'), { target: 'es5' })).not.toThrow();
    expect(() => transformSync('const a = () => 1;', { target: 'es5', logLevel: 'silent' })).toThrow();
  });
});
