import { keyProblem } from '@data-manager/domain/names/keyRules';
import { BROKEN_NAMES, KEPT_NAMES, longestName, REFUSED_NAMES } from '../../support/hostileNames';

const keyOf = (name: string): string => `acme/brains/${name}/a.tif`;

it.each(KEPT_NAMES)('keyProblem accepts a name with %s', (_what, name) => {
  expect(keyProblem(keyOf(name))).toBeUndefined();
});

it.each([...REFUSED_NAMES, ...BROKEN_NAMES])('keyProblem rejects a name with %s', (_what, name) => {
  expect(keyProblem(keyOf(name))).toBeDefined();
});

it.each([
  ['', 'empty'],
  ['acme/a\ud800.tif', 'lone-surrogate'],
  ['acme/a\u0085b.tif', 'control-character'],
  ['acme\\a.tif', 'backslash'],
  ['/acme/a.tif', 'leading-slash'],
  ['acme/u\u0308ber.tif', 'not-nfc'],
  ['acme//a.tif', 'empty-segment'],
  ['acme/./a.tif', 'dot'],
  ['acme/..', 'two-dots'],
])('keyProblem rejects %j as %s', (key, problem) => {
  expect(keyProblem(key)).toBe(problem);
});

it('keyProblem accepts the path of an empty folder', () => {
  expect(keyProblem('acme/brains/')).toBeUndefined();
});

it('keyProblem accepts a 255-byte name and rejects one that is longer in NFC', () => {
  expect(keyProblem(keyOf(longestName('.tif')))).toBeUndefined();
  const growing = '\u0958'.repeat(85);
  expect(Buffer.byteLength(growing)).toBe(255);
  expect(keyProblem(keyOf(growing.normalize('NFC')))).toBe('long-segment');
});

it('keyProblem rejects a key longer than 1,024 bytes', () => {
  const folders = `acme/brains/${'folder/'.repeat(144)}`;
  expect(keyProblem(`${folders}x.ti`)).toBeUndefined();
  expect(keyProblem(`${folders}xx.tif`)).toBe('too-long');
});
