import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const SOURCES = join(__dirname, '../../src');
const MODULES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('Words.ts') && basename(path) !== 'gatherWords.ts')
  .sort();

/** What may stand among texts: a text, a function of values that gives one, or a group of them. */
function isText(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isText);
}

describe('a module of words', () => {
  it.each(MODULES)('%s gives one object of texts under its own name, so that a translation is its like', (path) => {
    const given = jest.requireActual<Record<string, unknown>>(join(SOURCES, path));
    expect(Object.keys(given)).toEqual([basename(path, '.ts')]);
    const [words] = Object.values(given);
    expect(Object.isFrozen(words)).toBe(true);
    expect(isText(words)).toBe(true);
  });
});
