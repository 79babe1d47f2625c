import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { receiptName, type KeptReceipt } from '../../domain/transfers/receipts';
import { useCopy } from '../../ui/useCopy';
import classes from './history.module.css';
import { historyWords } from './historyWords';

interface ChecksumCellProps {
  readonly receipt: KeptReceipt;
  readonly tabIndex: 0 | -1;
}

/** The checksum that the server confirmed, and a button that copies it. */
export function ChecksumCell({ receipt, tabIndex }: ChecksumCellProps) {
  const copy = useCopy();
  return (
    <span className={classes.checksum}>
      <span className={classes.digest} title={receipt.checksum}>
        {receipt.checksum}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        tabIndex={tabIndex}
        aria-label={historyWords.copyChecksum(receiptName(receipt))}
        onClick={() => copy(receipt.checksum, historyWords.checksumCopied)}
      >
        <IconCopy size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}
