import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';

/** An error of a driver that names the item that it was working on. */
class ItemCrash extends Error {
  constructor(
    readonly item: string,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.stack : String(cause), { cause });
  }
}

/** Runs a saga that works on an item. */
export function* workOn<Rest extends unknown[]>(
  saga: (item: string, ...rest: Rest) => SagaOf<void>,
  item: string,
  ...rest: Rest
): SagaOf<void> {
  try {
    yield* call(saga, item, ...rest);
  } catch (error) {
    throw new ItemCrash(item, error);
  }
}

/** Notes that the driver of a machine gives up. Returns the item if the driver before it gave up at the same one. */
export function* findRepeatedCrash(machine: string, error: unknown): SagaOf<string | undefined> {
  const { localStorage } = yield* getPorts();
  const key = `crash-${machine}`;
  const item = error instanceof ItemCrash ? error.item : undefined;
  const isRepeated = item !== undefined && item === (yield* call(localStorage.get, key));
  if (isRepeated) yield* call(localStorage.remove, key);
  else yield* call(localStorage.set, key, item ?? '');
  return isRepeated ? item : undefined;
}
