import { useStore } from 'react-redux';
import { mergeReceipts } from '@data-manager/domain/transfers/mergeReceipts';
import { receiptsCsv, receiptsFileName } from '@data-manager/domain/transfers/receiptExport';
import { ownReceipts, type Receipt } from '@data-manager/domain/transfers/receipts';
import type { RequestedUpload } from '@data-manager/domain/uploads/uploadResult';
import { baseQuery, type ApiRequest } from '../../../api/baseQuery';
import { useFeature } from '../../../api/configuration';
import { fetchReceipts } from '../../../api/receipts';
import { useThunkExtra } from '../../../api/useThunkExtra';
import { usePorts } from '../../../platform/portsContext';
import { selectAllUploads, type WithUploads } from '../../../transfers/uploads/uploadsSelectors';

/** Returns a function that saves the receipts of an upload's files. */
export function useSaveReceipt({ files, owner, dropped }: RequestedUpload) {
  const { records, saveText, clock, toast } = usePorts();
  const isListed = useFeature('receipts.list');
  const extra = useThunkExtra();
  const store = useStore<WithUploads>();
  const query = (request: ApiRequest) => baseQuery(request, { extra, signal: new AbortController().signal });
  return async () => {
    const stored = await records('receipts').readAll();
    const own = new Set(files.map(({ id }) => id));
    const kept = stored === undefined ? [] : ownReceipts(stored, owner).receipts.filter(({ id }) => own.has(id));
    const project = files[0]?.key.split('/').slice(0, 2).join('/') ?? '';
    const missing = new Set([...dropped, ...selectAllUploads(store.getState()).map(({ id }) => id)]);
    const wanted = new Set(files.filter(({ id }) => !missing.has(id)).map(({ key }) => key));
    const uploaded: Receipt[] = [];
    if (isListed) {
      // Others may have uploaded the same files before.
      await fetchReceipts(project, query, (page) => {
        uploaded.push(...page.filter(({ key, formerKey = key }) => wanted.delete(formerKey)));
        return wanted.size === 0;
      });
    }
    const receipts = mergeReceipts(uploaded, kept);
    if (receipts.length > 0) saveText(receiptsCsv(receipts), receiptsFileName(clock.now(), 'csv'), 'text/csv');
    else if (isListed) toast('The receipts could not be loaded. Try again later.', 'error');
    else toast('This browser has not stored the receipts: its storage is full or blocked.', 'error');
  };
}
