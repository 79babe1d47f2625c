import fs from 'node:fs';
import path from 'node:path';

const SRC = path.join(__dirname, '..', '..', 'src');
/** The files that define the tokens, and the one that applies before they are defined. */
const HOMES = ['app/global.css', 'app/forcedColors.css', 'app/contrast.css', 'app/startFrame.css'];

const sheets = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => name.endsWith('.css'));

function textOf(name: string): string {
  return fs.readFileSync(path.join(SRC, name), 'utf8').replace(/\/\*[^]*?\*\//g, '');
}

describe('the style sheets', () => {
  const plain = sheets.filter((name) => !HOMES.includes(name));

  it.each(plain)('the style sheets of %s use colors only through tokens', (name) => {
    const raw = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(|light-dark\(|--mantine-color-(?!body|text)[a-z]+-\d\b/gi;
    expect(textOf(name).match(raw) ?? []).toEqual([]);
  });

  it.each(plain)('the style sheets of %s use font sizes only through tokens', (name) => {
    const sizes = [...textOf(name).matchAll(/font-size:\s*([^;]+);/g)].map(([, size]) => size);
    expect(sizes.filter((size) => size?.startsWith('var(') !== true)).toEqual([]);
  });

  it('fills present images and leaves missing ones empty with forced colors', () => {
    const forcedIn = (name: string) => textOf(name).split('@media (forced-colors: active)')[1] ?? '';
    const ruleOf = (selector: string, name: string) => forcedIn(name).split(`${selector} {`)[1]?.split('}')[0];
    expect(forcedIn('app/global.css')).toContain('--app-place-present: CanvasText;');
    expect(ruleOf('  .missing', 'widgets/CompletenessMap.module.css')).toContain('fill: Canvas;');
  });

  it('uses every token, and no undefined one', () => {
    const made = new Set(textOf('app/global.css').match(/--app-[\w-]+(?=:)/g));
    const set = ['--app-toasts-height', '--app-dock-height', '--app-side-width'];
    const used = new Set(sheets.flatMap((name) => textOf(name).match(/(?<=var\()--app-[\w-]+/g) ?? []));
    expect([...used].filter((name) => !made.has(name) && !set.includes(name))).toEqual([]);
    expect([...made].filter((name) => !used.has(name))).toEqual([]);
  });
});
