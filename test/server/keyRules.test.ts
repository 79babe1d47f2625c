import fc from 'fast-check';
import { HttpError } from '../../server/src/common/errors';
import { checkNewKey, checkObjectKey, checkPath, visitInTurns } from '../../server/src/names/keyRules';
import { countTurns } from '../support/countTurns';

function statusOf(step: () => unknown): number {
  try {
    step();
  } catch (error) {
    if (error instanceof HttpError) return error.status;
    throw error;
  }
  return 200;
}

/** Valid, unusual and malicious segments. */
const segment = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    'acme',
    'globex',
    '%2e%2e',
    '..%2f',
    '\0',
    'a\0b',
    '\\..\\',
    'C:',
    '~',
    ' ',
    '…',
    'a\nb',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const anyKey = fc.array(segment, { minLength: 1, maxLength: 6 }).map((segments) => segments.join('/'));

describe('key validation', () => {
  test.each([
    ['acme/project/../../globex/x.tif', 400],
    ['acme/./project/x.tif', 400],
    ['../etc/passwd', 400],
    ['acme/project/..', 400],
    ['/etc/passwd', 400],
    ['//acme/project/x.tif', 400],
    ['acme//x.tif', 400],
    ['acme/project/x.tif//', 400],
    ['acme/project/a\0.tif', 400],
    ['acme/project/a\nb.tif', 400],
    ['acme/project/a\u0085b.tif', 400],
    ['acme\\project\\x.tif', 400],
    ['acme/project/..\\..\\x.tif', 400],
    ['acme/project/\ud800.tif', 400],
    ['acme/project/u\u0308ber.tif', 400],
    [`acme/project/${'ü'.repeat(128)}`, 400],
    [`acme/project/${'folder/'.repeat(150)}x.tif`, 400],
    ['', 400],
    ['acme/project/', 400],
    ['acme/x.tif', 400],
    ['globex/project/x.tif', 403],
    ['ACME/project/x.tif', 403],
    ['acme2/project/x.tif', 403],
    [' acme/project/x.tif', 403],
    ['C:/project/x.tif', 403],
    ['acme/project/x.tif', 200],
    ['acme/project/%2e%2e/x.tif', 200],
    ['acme/project/...', 200],
    ['acme/project/über alles (1).tif', 200],
  ])('checkObjectKey(%j) results in status %i', (key, status) => {
    expect(statusOf(() => checkObjectKey(key, 'acme'))).toBe(status);
  });

  test.each([
    ['a line break', '\u2028'],
    ['a character that changes the text direction', '\u202e'],
    ['a control character', '\u0085'],
  ])('escapes %s of the key in the error message', (_what, mark) => {
    expect(() => checkPath(`globex/${mark}project`, 'acme')).toThrow(
      new RegExp(`^The path "globex/\\\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}project" `),
    );
  });

  test.each([
    ['acme/project/ x.tif', 400],
    ['acme/project/x.tif ', 400],
    ['acme/project/TC042/x\u00a0y.tif', 400],
    ['acme/project/TC042/ raw/x.tif', 400],
    ['acme/project/TC042/raw/x y.tif', 200],
    ['acme/older\u00a0project/older\u00a0dataset/x.tif', 200],
    ['acme/project/..', 400],
  ])('checkNewKey(%j) results in status %i', (key, status) => {
    expect(statusOf(() => checkNewKey(key, 'acme'))).toBe(status);
  });

  test('accepts a sponsor as a path and removes a trailing slash', () => {
    expect(checkPath('acme', 'acme')).toBe('acme');
    expect(checkPath('acme/project/', 'acme')).toBe('acme/project');
  });

  test('accepts only keys below the caller’s folder', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        if (statusOf(() => checkObjectKey(key, 'acme')) !== 200) return;
        expect(key.startsWith('acme/')).toBe(true);
        expect(key.split('/')).not.toContain('..');
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(1024);
      }),
      { numRuns: 2_000 },
    );
  });

  test('lets other work run for every 20,000 characters of keys', async () => {
    const keys = Array.from({ length: 50_000 }, (_, index) => `acme/project/${index}.tif`);
    const visited: string[] = [];
    const { turns } = await countTurns(() =>
      visitInTurns(
        keys,
        ({ length }) => length,
        (key) => void visited.push(key),
      ),
    );
    expect(visited).toEqual(keys);
    expect(turns).toBeGreaterThanOrEqual(50);
    expect(turns).toBeLessThan(100);
  });
});
