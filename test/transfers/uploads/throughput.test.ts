import { channel } from 'redux-saga';
import { delay } from 'redux-saga/effects';
import { dynamic } from 'redux-saga-test-plan/providers';
import { PROGRESS_SAMPLE_MS } from '@data-manager/domain/constants';
import { measureThroughput, Throughput, type ThroughputMeasured } from '../../../src/transfers/uploads/throughput';
import { expectSaga } from '../../support/expectSaga';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';
import { provideContext } from '../../support/provideContext';

const MEASURED: ThroughputMeasured = { kind: 'throughput-measured' };

/** Measures with as many parts in flight as intended. `onInterval` runs within the first interval; the second one never ends. */
function setUp(onInterval: (inFlight: Map<number, number>) => void = () => undefined) {
  const ports = createFakePorts();
  const throughput = new Throughput();
  const addSample = jest.spyOn(throughput, 'addSample');
  const inFlight = new Map(Array.from({ length: throughput.concurrency() }, (_, index) => [index + 1, 0]));
  const measured = channel<ThroughputMeasured>();
  let intervals = 0;
  const passInterval = (): unknown => {
    intervals += 1;
    if (intervals > 1) return new Promise(() => undefined);
    ports.control.setNow(FAKE_NOW_MS + PROGRESS_SAMPLE_MS);
    throughput.addSent(1_000);
    onInterval(inFlight);
    return null;
  };
  const saga = expectSaga(measureThroughput, throughput, inFlight, measured).provide([
    ...provideContext({ ports }),
    [delay(PROGRESS_SAMPLE_MS), dynamic(passInterval)],
  ]);
  return { saga, measured, addSample, inFlight };
}

it('measureThroughput measures the bytes per second of all parts together', async () => {
  const { saga, measured, addSample, inFlight } = setUp();
  await saga.put(measured, MEASURED).silentRun(0);
  const bytesPerSecond = 1_000 / (PROGRESS_SAMPLE_MS / 1_000);
  expect(addSample.mock.calls).toEqual([[{ concurrency: inFlight.size, bytesPerSecond }]]);
});

it('measureThroughput skips an interval in which a part started or ended', async () => {
  const { saga, measured, addSample } = setUp((inFlight) => inFlight.delete(1));
  await saga.not.put(measured, MEASURED).silentRun(0);
  expect(addSample).not.toHaveBeenCalled();
});
