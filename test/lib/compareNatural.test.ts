import fc from 'fast-check';
import { compareNatural } from '../../src/lib/compareNatural';

describe('natural order', () => {
  it('counts: S2 stands before S10', () => {
    expect(['S10', 'S2', 's1'].sort(compareNatural)).toEqual(['s1', 'S2', 'S10']);
  });

  it('is total: two different names never tie', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => (compareNatural(left, right) === 0) === (left === right)),
    );
  });
});
