import { medianOf, tableOf } from './report';

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the benchmark report computes the median of %j', (values, median) => {
  expect(medianOf(values)).toBe(median);
});

it('the benchmark report is a Markdown table that shows whether each case meets its target', () => {
  const finding = { name: 'a', measured: '1 s', against: '2 s', value: '2.00', target: '≥ 1.00' };
  expect(
    tableOf([
      { ...finding, isMet: true },
      { ...finding, name: 'b', isMet: false },
    ])
      .split('\n')
      .slice(2),
  ).toEqual(['| a | 1 s | 2 s | 2.00 | ≥ 1.00 | ok |', '| b | 1 s | 2 s | 2.00 | ≥ 1.00 | not |']);
});
