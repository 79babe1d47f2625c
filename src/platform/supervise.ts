import { call, type SagaOf } from '../lib/typedEffects';
import { getPorts } from './getPorts';

/** Runs a saga and logs the error that ends it, so that sagas forked beside it keep running. */
export function* supervise<Args extends unknown[]>(
  saga: (...args: Args) => SagaOf<unknown>,
  ...args: Args
): SagaOf<void> {
  try {
    yield* call(saga, ...args);
  } catch (error) {
    const { log } = yield* getPorts();
    log(`${saga.name} stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
