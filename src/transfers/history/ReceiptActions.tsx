import { Button, Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { receiptsCsv, receiptsFileName, receiptsJson } from '../../domain/transfers/receiptExport';
import type { KeptReceipt } from '../../domain/transfers/receipts';
import { usePorts } from '../../platform/portsContext';
import { FormDialog } from '../../ui/FormDialog';
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
  const clear = () => {
    onAsk(false);
    dispatch(clearReceiptsRequested());
  };
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
      {asks && (
        <FormDialog
          title={historyWords.clearReceipts}
          opened
          onClose={() => onAsk(false)}
          submitLabel={historyWords.clear}
          destructive
          pending={false}
          onSubmit={clear}
        >
          <Text size="sm">{historyWords.whatClearingMeans(total)}</Text>
        </FormDialog>
      )}
    </div>
  );
}
