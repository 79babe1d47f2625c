import { RecentlyUsed } from '@data-manager/lib/recentlyUsed';

function setUp(maxCost: number) {
  const forgotten: string[] = [];
  const kept = new RecentlyUsed<string, string>({
    maxCost,
    costOf: ({ length }) => length,
    onForgotten: (value) => forgotten.push(value),
  });
  for (const key of ['a', 'b', 'c']) kept.set(key, key.repeat(2));
  return { kept, forgotten };
}

describe('the recently used values', () => {
  it('forgets the values not used for the longest time, until the others cost no more than allowed', () => {
    const { kept, forgotten } = setUp(4);
    expect(kept.get('a')).toBe('aa');
    expect(kept.peek('b')).toBe('bb');
    kept.trim();
    expect(forgotten).toEqual(['bb']);
    expect(kept.keys()).toEqual(['c', 'a']);
    kept.trim();
    expect(forgotten).toHaveLength(1);
  });

  it('never forgets a value that is needed', () => {
    const { kept, forgotten } = setUp(2);
    kept.trim((_value, key) => key !== 'b');
    expect(forgotten).toEqual(['bb']);
    expect(kept.keys()).toEqual(['a', 'c']);
  });

  it('no longer counts the cost of a replaced or deleted value', () => {
    const { kept, forgotten } = setUp(4);
    kept.set('a', '');
    kept.trim();
    kept.set('d', 'dd');
    kept.delete('d');
    kept.trim();
    expect(forgotten).toEqual([]);
    kept.clear();
    expect(forgotten).toEqual(['bb', 'cc', '']);
    expect(kept.get('b')).toBeUndefined();
  });
});
