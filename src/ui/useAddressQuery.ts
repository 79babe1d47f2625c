import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Changes the URL query. `replace` replaces the current history entry. */
type ChangeQuery = (write: (current: URLSearchParams) => URLSearchParams, replace: boolean) => void;

/**
 * Reads and changes the URL query. Each change builds on the previous one even before that has been rendered, so that two
 * changes in a row do not overwrite each other.
 */
export function useAddressQuery(): readonly [URLSearchParams, ChangeQuery] {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change: ChangeQuery = (write, replace) => {
    latest.current = write(latest.current);
    setParams(latest.current, { replace });
  };
  return [params, change];
}
