import fc from 'fast-check';
import { keyProblem } from '../../../server/src/objects/keyRules';
import { isStorableKey } from '../../../src/domain/names/storableKey';
import { BROKEN_NAMES, KEPT_NAMES, longestName, REFUSED_NAMES } from '../../support/hostileNames';

const keyOf = (name: string): string => `acme/brains/${name}/a.tif`;

describe('isStorableKey', () => {
  it.each(KEPT_NAMES)('accepts a name with %s', (_what, name) => {
    expect(isStorableKey(keyOf(name))).toBe(true);
  });

  it.each([...REFUSED_NAMES, ...BROKEN_NAMES, ['two dots', '..'] as const])('rejects a name with %s', (_what, name) => {
    expect(isStorableKey(keyOf(name))).toBe(false);
  });

  it('accepts a 255-byte name and rejects one that is longer in NFC', () => {
    expect(isStorableKey(keyOf(longestName('.tif')))).toBe(true);
    const growing = '\u0958'.repeat(85);
    expect(Buffer.byteLength(growing)).toBe(255);
    expect(isStorableKey(keyOf(growing.normalize('NFC')))).toBe(false);
  });

  it('rejects a key longer than 1,024 bytes', () => {
    const folders = `acme/brains/${'folder/'.repeat(144)}`;
    expect(isStorableKey(`${folders}x.ti`)).toBe(true);
    expect(isStorableKey(`${folders}xx.tif`)).toBe(false);
  });

  it('accepts the same keys as the backend', () => {
    const names = [...KEPT_NAMES, ...REFUSED_NAMES, ...BROKEN_NAMES].map(([, name]) => name);
    const segment = fc.oneof(
      fc.constantFrom('.', '..', 'a', ...names),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 9 }),
      fc.integer({ min: 80, max: 90 }).map((length) => '脳'.repeat(length)),
    );
    const key = fc
      .array(segment, { minLength: 1, maxLength: 6 })
      .map((segments) => segments.join('/').normalize('NFC').split('/').filter(Boolean).join('/'))
      .filter((one) => one !== '');
    fc.assert(
      fc.property(key, (one) => {
        expect(isStorableKey(one)).toBe(keyProblem(one) === undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});
