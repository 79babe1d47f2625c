import { useMemo } from 'react';

/** Returns the previous value while its text is the same. */
export function useStable<Value>(latest: Value, textOf: (value: Value) => string | undefined): Value {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- values with the same text are the same
  return useMemo(() => latest, [textOf(latest)]);
}
