import { startTransition, useEffect, useState } from 'react';

/**
 * Returns the latest value in a transition after it has been shown. Unlike `useDeferredValue`, it also defers a value that itself
 * changes in a transition.
 */
export function useLater<Value>(latest: Value): Value {
  const [value, setValue] = useState(() => latest);
  useEffect(() => startTransition(() => setValue(() => latest)), [latest]);
  return value;
}
