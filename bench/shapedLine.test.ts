import { createDirection } from './shapedLine';

const MEGABYTE = 1_000_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Sends pieces at the same time and returns the virtual times at which they arrive, ms. */
function arrivals(send: ReturnType<typeof createDirection>, ...pieces: number[]): readonly number[] {
  const started = performance.now();
  const times: number[] = [];
  for (const bytes of pieces) send(bytes, () => times.push(Math.round(performance.now() - started)));
  jest.runAllTimers();
  return times;
}

describe('one direction of a shaped line', () => {
  it('delivers a piece after its transmission time plus the delay', () => {
    expect(arrivals(createDirection(MEGABYTE, 40), MEGABYTE / 2)).toEqual([540]);
  });

  it('sends the pieces of all connections one at a time, in order', () => {
    expect(arrivals(createDirection(MEGABYTE, 40), MEGABYTE / 10, MEGABYTE / 10, MEGABYTE / 5)).toEqual([
      140, 240, 440,
    ]);
  });

  it('accumulates no capacity while it is idle', () => {
    const send = createDirection(MEGABYTE, 0);
    jest.advanceTimersByTime(60_000);
    expect(arrivals(send, MEGABYTE)).toEqual([1_000]);
  });

  it('only delays if its rate is unlimited', () => {
    expect(arrivals(createDirection(Infinity, 10), 0, MEGABYTE)).toEqual([10, 10]);
  });
});
