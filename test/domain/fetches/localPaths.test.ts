import fc from 'fast-check';
import { createLocalPaths } from '@data-manager/domain/fetches/localPaths';

const PREFIX = 'acme/brains/';
const localPaths = (keys: readonly string[], prefix: string): readonly string[] => keys.map(createLocalPaths(prefix));
const one = (name: string): string => localPaths([`${PREFIX}${name}`], PREFIX)[0] ?? '';

const SAFE =
  /^(?!(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$))(?!.*[. ]$)(?! )[^<>:"/\\|?*\p{Control}\p{Surrogate}]+$/iu;

describe('paths in a local folder', () => {
  it('keeps the folders of the dataset in local paths', () => {
    expect(one('TC042/raw/TC042_S000001_L01_ch01.tif')).toBe('TC042/raw/TC042_S000001_L01_ch01.tif');
  });

  it.each([
    ['../../etc/passwd', '__/__/etc/passwd'],
    ['./a', '_/a'],
    ['a//b', 'a/_/b'],
    ['a:b*?.tif', 'a_b__.tif'],
    ['C:\\a.tif', 'C__a.tif'],
    ['con.tif', '_con.tif'],
    ['LPT1', '_LPT1'],
    ['name. ', 'name__'],
    [' name', '_name'],
    ['run.lnk', 'run.lnk_'],
    ['desktop.ini', 'desktop.ini_'],
    ['a\u202egpj.tif', 'a_gpj.tif'],
    ['cafe\u0301.tif', 'café.tif'],
  ])('changes %j to %j', (name, path) => {
    expect(one(name)).toBe(path);
  });

  it('numbers files whose names differ only in case', () => {
    expect(localPaths(['p/A.tif', 'p/a.tif', 'p/a (2).tif'], 'p/')).toEqual(['A.tif', 'a (2).tif', 'a (2) (2).tif']);
  });

  it('numbers a file that has the name of a folder', () => {
    expect(localPaths(['p/a/b', 'p/a', 'p/A/c'], 'p/')).toEqual(['a/b', 'a (2)', 'A (3)/c']);
  });

  it('shortens names that file systems do not accept, before the extension', () => {
    const name = one(`${'å'.repeat(200)}.tif`);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
    expect(name).toMatch(/^å+\.tif$/);
  });

  it('makes safe and different local paths for any keys', () => {
    const segment = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('..', '.', '', 'CON', 'a.', 'A', 'a', 'nul.tif', 'é', 'e\u0301'),
    );
    const key = fc.array(
      segment.map((text) => text.replaceAll('/', '')),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(
          key.map((segments) => segments.join('/')),
          { maxLength: 20 },
        ),
        (names) => {
          const paths = localPaths(
            names.map((name) => `${PREFIX}${name}`),
            PREFIX,
          );
          for (const path of paths) for (const name of path.split('/')) expect(name).toMatch(SAFE);
          const compared = paths.map((path) => path.normalize('NFC').toLowerCase());
          expect(new Set(compared).size).toBe(names.length);
          // No file has the path of a folder.
          for (const path of compared) expect(compared.some((other) => other.startsWith(`${path}/`))).toBe(false);
        },
      ),
    );
  });
});
