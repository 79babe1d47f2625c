import { runSaga } from 'redux-saga';
import { PROGRESS_SAMPLE_MS } from '../../../src/domain/constants';
import { createLine, measureLine } from '../../../src/transfers/uploads/measureLine';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A line with as many parts on the wire as it aims at, and a clock that goes on with the timers. */
function start() {
  const ports = createFakePorts();
  const line = createLine();
  const onTheWire = new Map(Array.from({ length: line.flight.target }, (_, index) => [index + 1, 0]));
  const task = runSaga({ context: { ports } }, measureLine, line, onTheWire, () => undefined);
  let now = FAKE_NOW_MS;
  const pass = async (sentBytes: number) => {
    now += PROGRESS_SAMPLE_MS;
    ports.control.setNow(now);
    line.sentBytes += sentBytes;
    await jest.advanceTimersByTimeAsync(PROGRESS_SAMPLE_MS);
  };
  return { line, onTheWire, pass, stop: () => task.cancel() };
}

describe('the throughput of the line', () => {
  it('is measured in bytes per second, all parts together', async () => {
    const { line, pass, stop } = start();
    await pass(1_000);
    expect(line.flight.measured).toEqual([1_000 / (PROGRESS_SAMPLE_MS / 1_000)]);
    stop();
  });

  it('is not measured over a moment in which a part came or went: the bytes are those of two numbers of parts', async () => {
    const { line, onTheWire, pass, stop } = start();
    onTheWire.delete(1);
    await pass(1_000);
    expect(line.flight.measured).toEqual([]);
    stop();
  });
});
