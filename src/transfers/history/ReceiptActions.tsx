import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { receiptsCsv, receiptsFileName, receiptsJson } from '../../domain/transfers/receiptExport';
import type { KeptReceipt } from '../../domain/transfers/receipts';
import { usePorts } from '../../platform/portsContext';
import { ConfirmDialog } from '../../ui/FormDialog';
import classes from './history.module.css';
import { clearReceiptsRequested } from './historySlice';
import { historyWords } from './historyWords';

interface ReceiptActionsProps {
  /** What the search leaves: this is what is saved. */
  readonly shown: readonly KeptReceipt[];
  /** How many are cleared. */
  readonly total: number;
  readonly asks: boolean;
  readonly onAsk: (asks: boolean) => void;
}

/** Saves the receipts in sight as a file, or clears all. */
export function ReceiptActions({ shown, total, asks, onAsk }: ReceiptActionsProps) {
  const ports = usePorts();
  const dispatch = useDispatch();
  const nameOf = (extension: 'csv' | 'json') => receiptsFileName(ports.clock.now(), extension);
  return (
    <div className={classes.actions}>
      <Button
        size="xs"
        variant="default"
        disabled={shown.length === 0}
        onClick={() => ports.saveText(receiptsCsv(shown), nameOf('csv'), 'text/csv')}
      >
        {historyWords.saveCsv}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={shown.length === 0}
        onClick={() => ports.saveText(receiptsJson(shown), nameOf('json'), 'application/json')}
      >
        {historyWords.saveJson}
      </Button>
      <Button size="xs" variant="default" disabled={total === 0} onClick={() => onAsk(true)}>
        {historyWords.clear}
      </Button>
      <ConfirmDialog
        title={historyWords.clearReceipts}
        confirmLabel={historyWords.clear}
        opened={asks}
        onClose={() => onAsk(false)}
        onConfirm={() => dispatch(clearReceiptsRequested())}
      >
        {historyWords.whatClearingMeans(total)}
      </ConfirmDialog>
    </div>
  );
}
