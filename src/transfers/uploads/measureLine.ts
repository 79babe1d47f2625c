import { PROGRESS_SAMPLE_MS } from '../../domain/constants';
import { adjustConcurrency, INITIAL_CONCURRENCY, type Concurrency } from '../../domain/uploads/concurrency';
import { delay, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';

/** What is known of the way to the storage. It outlives a file: the next one takes the same way. */
export interface Line {
  flight: Concurrency;
  /** Bytes that have gone out, those of failed tries too. */
  sentBytes: number;
}

/** Nothing is known yet. */
export function createLine(): Line {
  return { flight: INITIAL_CONCURRENCY, sentBytes: 0 };
}

/**
 * Measures the throughput of one file's parts, and tells how many places they are to have. Runs until it is cancelled.
 * @param onTheWire has an entry for each part on the wire
 */
export function* measureLine(
  line: Line,
  onTheWire: ReadonlyMap<number, unknown>,
  resize: (places: number) => void,
): SagaOf<void> {
  const { clock } = yield* getPorts();
  for (;;) {
    const before = { at: clock.now(), sentBytes: line.sentBytes, inFlight: onTheWire.size };
    yield* delay(PROGRESS_SAMPLE_MS);
    if (onTheWire.size !== before.inFlight) continue;
    const bytesPerSecond = (line.sentBytes - before.sentBytes) / ((clock.now() - before.at) / 1_000);
    line.flight = adjustConcurrency(line.flight, { inFlight: before.inFlight, bytesPerSecond });
    resize(line.flight.target);
  }
}
