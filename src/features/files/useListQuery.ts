import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readListQuery, writeListQuery, type ListQuery } from '../../domain/listQuery';

/** Changes parts of what the address asks for. */
export type ChangeListQuery = (
  part: Partial<ListQuery>,
  history?: {
    /** Takes the place of the page's address: the back button passes over what was there. */
    readonly replace: boolean;
  },
) => void;

/** What the address asks of the list, and the way to ask for something else. */
export function useListQuery(): { readonly query: ListQuery; readonly change: ChangeListQuery } {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readListQuery(params), [params]);
  const change = useCallback<ChangeListQuery>(
    (part, { replace } = { replace: false }) =>
      setParams((current) => writeListQuery({ ...readListQuery(current), ...part }, current), { replace }),
    [setParams],
  );
  return { query, change };
}
