import { call, type SagaOf } from '../lib/typedEffects';
import { getPorts } from '../platform/getPorts';

/** An error in one saga, which is a mistake of ours, leaves the others running. */
export function* isolated<Args extends unknown[]>(saga: (...args: Args) => SagaOf<void>, ...args: Args): SagaOf<void> {
  try {
    yield* call(saga, ...args);
  } catch (error) {
    const ports = yield* getPorts();
    ports.log(`${saga.name} stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
