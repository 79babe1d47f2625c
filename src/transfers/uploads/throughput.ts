import type { PuttableChannel } from 'redux-saga';
import { PROGRESS_SAMPLE_MS } from '@data-manager/domain/constants';
import {
  adjustConcurrency,
  INITIAL_CONCURRENCY,
  type ThroughputSample,
} from '@data-manager/domain/uploads/concurrency';
import { call, delay, putTo, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';

/** The throughput to the storage, kept from file to file. */
export class Throughput {
  #concurrency = INITIAL_CONCURRENCY;
  #sentBytes = 0;
  #ratePerPart: number | undefined;

  /** Returns the number of parts to send at the same time. */
  concurrency(): number {
    return this.#concurrency.target;
  }

  /** Bytes sent so far, those of failed attempts included. */
  sentBytes(): number {
    return this.#sentBytes;
  }

  addSent(bytes: number): void {
    this.#sentBytes += bytes;
  }

  /** Bytes per second of each part, as last measured. */
  ratePerPart(): number | undefined {
    return this.#ratePerPart;
  }

  addSample(sample: ThroughputSample): void {
    this.#ratePerPart = sample.bytesPerSecond / sample.concurrency;
    this.#concurrency = adjustConcurrency(this.#concurrency, sample);
  }
}

/** Sent after each sample: the concurrency may have changed. */
export interface ThroughputMeasured {
  readonly kind: 'throughput-measured';
}

/** Measures at intervals in which no part started or ended. Runs until it is cancelled. */
export function* measureThroughput(
  throughput: Throughput,
  inFlight: ReadonlyMap<number, unknown>,
  measured: PuttableChannel<ThroughputMeasured>,
): SagaOf<void> {
  const { clock } = yield* getPorts();
  for (;;) {
    const startedAt = yield* call(clock.elapsed);
    const sentBefore = throughput.sentBytes();
    const parts = inFlight.size;
    yield* delay(PROGRESS_SAMPLE_MS);
    if (inFlight.size !== parts) continue;
    const seconds = ((yield* call(clock.elapsed)) - startedAt) / 1_000;
    throughput.addSample({ concurrency: parts, bytesPerSecond: (throughput.sentBytes() - sentBefore) / seconds });
    yield* putTo(measured, { kind: 'throughput-measured' });
  }
}
