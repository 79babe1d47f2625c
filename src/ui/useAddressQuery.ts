import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Makes the query of the address another one. With `replace` the back button passes over the one before. */
type ChangeQuery = (write: (current: URLSearchParams) => URLSearchParams, replace: boolean) => void;

/**
 * The query of the page's address, and the way to change it. A change builds on the one before, even where that is not
 * drawn yet: what was typed just before a click would be lost, or come back.
 */
export function useAddressQuery(): readonly [URLSearchParams, ChangeQuery] {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = useCallback<ChangeQuery>(
    (write, replace) => {
      latest.current = write(latest.current);
      setParams(latest.current, { replace });
    },
    [setParams],
  );
  return [params, change];
}
