import { getContext, type SagaOf } from '@data-manager/lib/typedEffects';
import type { Ports } from './ports';

/** Returns the ports from the context of the saga middleware. */
export function* getPorts(): SagaOf<Ports> {
  return yield* getContext<Ports>('ports');
}
