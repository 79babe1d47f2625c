import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs', 'src/transfers'].flatMap((place) =>
  place.endsWith('.md')
    ? [place]
    : fs
        .readdirSync(path.join(ROOT, place), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => path.join(place, name)),
);

/** Returns the source files that a page names with their path. */
function filesNamedIn(page: string): readonly string[] {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8');
  const named = text.matchAll(/`((?:bench|config|public|server|src|test)\/[\w./-]+\.(?:cjs|css|mjs|tsx?))`/g);
  return [...named].map(([, file = '']) => file);
}

it.each(PAGES)('the source files that %s names exist', (page) => {
  expect(filesNamedIn(page).filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
});
