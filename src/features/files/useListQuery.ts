import {
  readListQuery,
  writeListQuery,
  type ListFilters,
  type ListQuery,
} from '@data-manager/domain/listing/listQuery';
import { useAddressQuery } from '../../ui/useAddressQuery';
import { useStable } from '../../ui/useStable';

/** Changes parts of the query. */
type ChangeListQuery = (
  part: Partial<ListQuery>,
  history?: {
    /** Replaces the current history entry. */
    readonly replace: boolean;
  },
) => void;

interface ListQueryState {
  readonly query: ListQuery;
  /** The filters and sort order alone. The same object while they do not change: filtering many rows is expensive. */
  readonly arrangement: ListFilters & Pick<ListQuery, 'sort'>;
  readonly change: ChangeListQuery;
}

/** Reads and changes the state of the file list in the URL. */
export function useListQuery(): ListQueryState {
  const [params, changeAddress] = useAddressQuery();
  const query = readListQuery(params);
  const arrangement = useStable({ ...query, folder: '', search: '' }, (one) => writeListQuery(one).toString());
  const change: ChangeListQuery = (part, { replace } = { replace: false }) =>
    changeAddress((current) => writeListQuery({ ...readListQuery(current), ...part }, current), replace);
  return { query, arrangement, change };
}
