/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createTextStorage } from '../../src/platform/browserStorage';

describe('text storage', () => {
  it('reads, writes, lists and removes keys', () => {
    localStorage.clear();
    const storage = createTextStorage(() => localStorage);
    expect(storage.set('a', '1')).toBe(true);
    expect([storage.get('a'), storage.keys()]).toEqual(['1', ['a']]);
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  });

  it('behaves like an empty storage if the browser forbids it', () => {
    const storage = createTextStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect([storage.get('a'), storage.set('a', '1'), storage.keys()]).toEqual([null, false, []]);
    expect(() => storage.remove('a')).not.toThrow();
  });
});
