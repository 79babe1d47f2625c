import { act, renderHook } from '@testing-library/react';
import { useInSlices } from '../../src/ui/useInSlices';

const FRAME_MS = 16;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A job that is too long for a render. */
function* countPieces() {
  let pieces = 0;
  for (; pieces < 20; pieces += 1) yield;
  return { pieces };
}

test('a long job continues after the frame that its render is painted in', async () => {
  const { result } = renderHook(() => useInSlices(countPieces));
  await act(() => jest.advanceTimersByTimeAsync(FRAME_MS - 1));
  expect(result.current.result).toBeUndefined();
  await act(() => jest.advanceTimersByTimeAsync(10 * FRAME_MS));
  expect(result.current.result).toEqual({ pieces: 20 });
});
