import { findSlower, mergeResults, parseResults, resultsOf, type BenchResult } from './baseline';

const timed = (rounds: number[], name = 'a'): BenchResult => ({ name, rounds, isHigherBetter: false });
const rated = (rounds: number[]): BenchResult => ({ name: 'a', rounds, isHigherBetter: true });

describe('the comparison of a run with the baseline', () => {
  it.each([
    ['names a time that grew beyond its noise', timed([100, 101, 102]), timed([120, 121, 122]), true],
    ['ignores a time that grew less than the baseline’s noise', timed([80, 100, 130]), timed([120, 121, 122]), false],
    ['ignores a time that grew less than its own noise', timed([100, 101, 102]), timed([90, 120, 150]), false],
    ['ignores a change of a few percent between steady runs', timed([100, 100, 100]), timed([104, 104, 104]), false],
    ['ignores a time that fell', timed([100, 101, 102]), timed([50, 51, 52]), false],
    ['names a rate that fell', rated([0.9, 0.91, 0.92]), rated([0.7, 0.71, 0.72]), true],
    ['ignores a rate that grew', rated([0.7, 0.71, 0.72]), rated([0.9, 0.91, 0.92]), false],
    ['ignores a small change of single rounds, whose noise is unknown', timed([100]), timed([115]), false],
    ['names a large change of single rounds', timed([100]), timed([125]), true],
    ['names a value that was zero', timed([0, 0, 0]), timed([51, 52, 53]), true],
  ])('%s', (_title, before, now, isNamed) => {
    expect(findSlower([before], [now])).toHaveLength(isNamed ? 1 : 0);
  });

  it('names both values and the noise', () => {
    expect(findSlower([timed([100, 101, 102])], [timed([120, 122, 126])])).toEqual(['a: 101.00 → 122.00 (noise 5.05)']);
  });

  it('skips results without a baseline', () => {
    expect(findSlower([timed([1], 'b')], [timed([100])])).toEqual([]);
  });
});

describe('the results of a run', () => {
  const finding = { name: 'a', measured: '2 s', against: '1 s', value: '2.00', target: '≤ 3 s', isMet: true };

  it('holds one value of a case per round, or the value of the table', () => {
    expect(resultsOf([{ ...finding, rounds: [1, 2, 3] }])).toEqual([timed([1, 2, 3])]);
    expect(resultsOf([{ ...finding, target: '≥ 3' }])).toEqual([rated([2])]);
  });

  it('replaces the results of the same name in the baseline', () => {
    expect(mergeResults([timed([1]), timed([2], 'b')], [timed([3])])).toEqual([timed([2], 'b'), timed([3])]);
  });

  it('reads results as they were stored', () => {
    expect(parseResults(JSON.stringify([timed([1, 2])]))).toEqual([timed([1, 2])]);
    expect(() => parseResults('[{"name":"a","rounds":[],"isHigherBetter":false}]')).toThrow();
  });
});
