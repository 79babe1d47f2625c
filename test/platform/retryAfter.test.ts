import { readRetryAfter } from '../../src/platform/retryAfter';

const IN_A_MINUTE = 'Wed, 02 Jan 2030 03:05:05 GMT';

function read(headers: Readonly<Record<string, string>>): number | undefined {
  return readRetryAfter(new Headers(headers));
}

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 2, 3, 4, 5) }));

it.each([
  ['0', 0],
  ['20', 20_000],
  [' 7 ', 7_000],
  [IN_A_MINUTE, 60_000],
  ['Wednesday, 02-Jan-30 03:05:05 GMT', 60_000],
  ['Wed, 02 Jan 2030 03:04:04 GMT', 0],
])('readRetryAfter reads %p', (text, milliseconds) => {
  expect(read({ 'Retry-After': text })).toBe(milliseconds);
});

it.each(['', '-5', '1.5', 'soon', '20 s', 'Wed'])('readRetryAfter ignores the invalid value %p', (text) => {
  expect(read({ 'Retry-After': text })).toBeUndefined();
});

it('readRetryAfter returns undefined without the header', () => {
  expect(read({})).toBeUndefined();
});

it('readRetryAfter compares a date with the server’s Date header if it is exposed', () => {
  expect(read({ 'Retry-After': IN_A_MINUTE, Date: 'Wed, 02 Jan 2030 03:05:00 GMT' })).toBe(5_000);
  expect(read({ 'Retry-After': IN_A_MINUTE, Date: 'nonsense' })).toBe(60_000);
});
