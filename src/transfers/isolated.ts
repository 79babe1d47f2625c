import { call, getContext, type SagaOf } from '../lib/typedEffects';
import type { Ports } from '../platform/ports';

/** An error in one saga, which is a mistake of ours, leaves the others running. */
export function* isolated<Args extends unknown[]>(saga: (...args: Args) => SagaOf<void>, ...args: Args): SagaOf<void> {
  try {
    yield* call(saga, ...args);
  } catch (error) {
    const ports = yield* getContext<Ports>('ports');
    ports.log(`${saga.name} stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
