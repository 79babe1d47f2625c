import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const DOCUMENT = fs.readFileSync(path.join(ROOT, 'docs', 'security.md'), 'utf8');

/** Each `- file “words of a test’s name”`. */
const REFERENCES = [...DOCUMENT.matchAll(/^- `(test\/[^`]+)` “([^”]+)”/gm)].map(([, file = '', words = '']) => [
  file,
  words,
]);

test.each(REFERENCES)('%s has the test “%s” that docs/security.md names', (file, words) => {
  expect(fs.readFileSync(path.join(ROOT, file), 'utf8')).toContain(words);
});

test('docs/security.md names a test for each threat', () => {
  const threats = DOCUMENT.split('\n## ')[1]?.split('\n\n**').slice(1) ?? [];
  expect(threats.length).toBeGreaterThan(10);
  for (const threat of threats) expect(threat).toMatch(/\n- `test\/[^`]+` “/);
});
