import { useCallback, useMemo } from 'react';
import { readListQuery, writeListQuery, type ListFilters, type ListQuery } from '../../domain/listing/listQuery';
import { useAddressQuery } from '../../ui/useAddressQuery';

/** Changes parts of what the address asks for. */
type ChangeListQuery = (
  part: Partial<ListQuery>,
  history?: {
    /** Takes the place of the page's address: the back button passes over what was there. */
    readonly replace: boolean;
  },
) => void;

interface ListQueryInUse {
  readonly query: ListQuery;
  /** The same until the address asks for other ones: many rows are filtered and sorted by them. */
  readonly arrangement: ListFilters & Pick<ListQuery, 'sort'>;
  readonly change: ChangeListQuery;
}

/** What the address asks of the list, and the way to ask for something else. */
export function useListQuery(): ListQueryInUse {
  const [params, changeAddress] = useAddressQuery();
  const query = useMemo(() => readListQuery(params), [params]);
  const arranged = writeListQuery({ ...query, folder: '', search: '' }).toString();
  const arrangement = useMemo(() => readListQuery(new URLSearchParams(arranged)), [arranged]);
  const change = useCallback<ChangeListQuery>(
    (part, { replace } = { replace: false }) =>
      changeAddress((current) => writeListQuery({ ...readListQuery(current), ...part }, current), replace),
    [changeAddress],
  );
  return { query, arrangement, change };
}
