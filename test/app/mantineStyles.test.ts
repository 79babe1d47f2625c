import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const MANTINE = path.join(ROOT, 'node_modules', '@mantine', 'core');
/** Style sheets that every page needs. */
const GROUNDWORK = ['baseline', 'default-css-variables', 'global'];

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

function importedStyles(): string[] {
  const text = fs.readFileSync(path.join(ROOT, 'src', 'app', 'mantineStyles.ts'), 'utf8');
  return matches(text, /styles\/([\w-]+)\.layer\.css/g);
}

/** Returns the names that the app imports from Mantine, except types. */
function usedNames(): Set<string> {
  const sources = fs
    .readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => fs.readFileSync(path.join(ROOT, 'src', name), 'utf8'));
  const lists = sources.flatMap((text) => matches(text, /import \{([^}]*)\} from '@mantine\/core'/g));
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  return new Set(names.filter((name) => name !== '' && !name.startsWith('type ')));
}

/** Returns the style sheets of the used components and of the components they consist of. */
function neededStyles(): Set<string> {
  const index = fs.readFileSync(path.join(MANTINE, 'esm', 'index.mjs'), 'utf8');
  const homes = new Map<string, string>();
  for (const [, list = '', file = ''] of index.matchAll(/import \{([^}]*)\} from "([^"]+)"/g)) {
    for (const name of list.split(',')) homes.set(name.trim(), path.join(MANTINE, 'esm', file));
  }
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const next of matches(fs.readFileSync(file, 'utf8'), /from "(\.[^"]+)"/g)) visit(path.join(file, '..', next));
  };
  for (const name of usedNames()) visit(homes.get(name) ?? `${name} is not exported by Mantine`);
  return new Set([...seen].flatMap((file) => matches(file, /([\w-]+)\.module\.mjs$/g)));
}

describe('the styles of Mantine', () => {
  it('are imported for every used component', () => {
    const needed = neededStyles();
    expect(needed.size).toBeGreaterThan(20);
    expect([...needed].filter((name) => !importedStyles().includes(name))).toEqual([]);
  });

  it('are imported for no other component', () => {
    const needed = neededStyles();
    expect(importedStyles().filter((name) => !needed.has(name) && !GROUNDWORK.includes(name))).toEqual([]);
  });

  it('are in the order of Mantine’s complete style sheet', () => {
    const whole = fs.readFileSync(path.join(MANTINE, 'styles.css'), 'utf8');
    const places = importedStyles().map((name) =>
      whole.indexOf(
        fs
          .readFileSync(path.join(MANTINE, 'styles', `${name}.css`), 'utf8')
          .trim()
          .slice(0, 300),
      ),
    );
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((left, right) => left - right));
  });
});
