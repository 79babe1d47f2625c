import { readListQuery, writeListQuery, type ListQuery } from '@data-manager/domain/listing/listQuery';
import { useAddressQuery } from '../../ui/useAddressQuery';
import { useStable } from '../../ui/useStable';

/** Reads and changes the state of the file list in the URL. */
export function useListQuery() {
  const [params, changeAddress] = useAddressQuery();
  const query = readListQuery(params);
  // The filters and sort order alone, the same object while they do not change: filtering many rows is expensive.
  const arrangement = useStable({ ...query, folder: '', search: '' }, (one) => writeListQuery(one).toString());
  /** @param history `replace` replaces the current history entry */
  const change = (part: Partial<ListQuery>, { replace } = { replace: false }) =>
    changeAddress((current) => writeListQuery({ ...readListQuery(current), ...part }, current), replace);
  return { query, arrangement, change };
}
