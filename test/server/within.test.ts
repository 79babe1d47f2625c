import { within } from '../../server/src/common/within';

beforeEach(() => void jest.useFakeTimers());

it('within leaves no timer running once the work has ended', async () => {
  await expect(within(60_000, Promise.resolve('done'))).resolves.toBe('done');
  await expect(within(60_000, Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  await Promise.resolve();
  expect(jest.getTimerCount()).toBe(0);
});

it('within resolves to undefined if the work takes longer', async () => {
  const waited = within(1_000, new Promise(() => undefined));
  jest.advanceTimersByTime(1_000);
  await expect(waited).resolves.toBeUndefined();
});
