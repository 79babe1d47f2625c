import { getContext, type SagaOf } from '../lib/typedEffects';
import type { Ports } from './ports';

/** Returns the side effects that the saga middleware was created with. */
export function* getPorts(): SagaOf<Ports> {
  return yield* getContext<Ports>('ports');
}
