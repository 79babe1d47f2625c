import { receiptsCsv, receiptsFileName } from '@data-manager/domain/transfers/receiptExport';
import { ownReceipts } from '@data-manager/domain/transfers/receipts';
import type { RequestedUpload } from '@data-manager/domain/uploads/uploadResult';
import { usePorts } from '../../platform/portsContext';

/** Returns a function that saves the receipts of an upload's files. */
export function useSaveReceipt({ files, owner }: RequestedUpload) {
  const { records, saveText, clock, toast } = usePorts();
  return async () => {
    const stored = await records('receipts').readAll();
    const own = new Set(files.map(({ id }) => id));
    const receipts = stored === undefined ? [] : ownReceipts(stored, owner).receipts.filter(({ id }) => own.has(id));
    if (receipts.length > 0) saveText(receiptsCsv(receipts), receiptsFileName(clock.now(), 'csv'), 'text/csv');
    else toast('This browser has not stored the receipts: its storage is full or blocked.', 'error');
  };
}
