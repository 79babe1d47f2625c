import { channel, runSaga } from 'redux-saga';
import { PROGRESS_SAMPLE_MS } from '../../../src/domain/constants';
import { createThroughput, measureThroughput } from '../../../src/transfers/uploads/throughput';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Measures with as many parts in flight as intended, and a clock that advances with the timers. */
function start() {
  const ports = createFakePorts();
  const throughput = createThroughput();
  const addSample = jest.spyOn(throughput, 'addSample');
  const inFlight = new Map(Array.from({ length: throughput.concurrency() }, (_, index) => [index + 1, 0]));
  const task = runSaga({ context: { ports } }, measureThroughput, throughput, inFlight, channel());
  let now = FAKE_NOW_MS;
  const send = async (bytes: number) => {
    now += PROGRESS_SAMPLE_MS;
    ports.control.setNow(now);
    throughput.addSent(bytes);
    await pass(PROGRESS_SAMPLE_MS);
  };
  return { addSample, inFlight, send, stop: () => task.cancel() };
}

describe('measureThroughput', () => {
  it('measures the bytes per second of all parts together', async () => {
    const { addSample, inFlight, send, stop } = start();
    await send(1_000);
    const bytesPerSecond = 1_000 / (PROGRESS_SAMPLE_MS / 1_000);
    expect(addSample.mock.calls).toEqual([[{ concurrency: inFlight.size, bytesPerSecond }]]);
    stop();
  });

  it('skips an interval in which a part started or ended', async () => {
    const { addSample, inFlight, send, stop } = start();
    inFlight.delete(1);
    await send(1_000);
    expect(addSample).not.toHaveBeenCalled();
    stop();
  });
});
