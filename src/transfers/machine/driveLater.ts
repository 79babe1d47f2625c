import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { lazyPort } from '../../platform/lazyPort';

/** Returns a saga of a driver whose code loads when there is work for the first time: most visits have none. */
export function driveLater(
  selectWork: (state: never) => unknown,
  load: () => Promise<() => SagaOf<void>>,
): () => SagaOf<void> {
  const loadOnce = lazyPort(load);
  return function* driveOnceLoaded() {
    yield* waitFor(selectWork);
    const drive = yield* call(loadOnce);
    yield* drive();
  };
}
