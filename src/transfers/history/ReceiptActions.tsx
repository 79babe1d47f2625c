import { Button, Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { counted } from '../../lib/plural';
import { receiptsCsv, receiptsFileName, receiptsJson } from '../../domain/receiptExport';
import type { KeptReceipt } from '../../domain/receipts';
import { usePorts } from '../../platform/portsContext';
import { FormDialog } from '../../ui/FormDialog';
import classes from './history.module.css';
import { clearReceiptsRequested } from './historySlice';

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
        Save as CSV
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={shown.length === 0}
        onClick={() => ports.saveText(receiptsJson(shown), nameOf('json'), 'application/json')}
      >
        Save as JSON
      </Button>
      <Button size="xs" variant="default" disabled={total === 0} onClick={() => onAsk(true)}>
        Clear
      </Button>
      {asks && (
        <FormDialog
          title="Clear the receipts?"
          opened
          onClose={() => onAsk(false)}
          submitLabel="Clear"
          destructive
          pending={false}
          onSubmit={clear}
        >
          <Text size="sm">
            {counted(total, 'receipt')} of yours will be removed from this browser, whatever the search shows, and
            cannot be brought back. The uploaded files stay on the server. Save the receipts first if you need them.
          </Text>
        </FormDialog>
      )}
    </div>
  );
}
