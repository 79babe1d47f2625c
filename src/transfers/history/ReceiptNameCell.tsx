import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { use, useId } from 'react';
import { shownName } from '../../domain/names/shownName';
import { receiptName, type KeptReceipt } from '../../domain/transfers/receipts';
import classes from './history.module.css';
import { OpenReceiptContext } from './openReceipt';
import { ReceiptParts } from './ReceiptParts';

interface ReceiptNameCellProps {
  readonly receipt: KeptReceipt;
  readonly tabIndex: 0 | -1;
}

/** The file's name; pressed, it shows what the receipt says of each part. */
export function ReceiptNameCell({ receipt, tabIndex }: ReceiptNameCellProps) {
  const { openId, toggle } = use(OpenReceiptContext);
  const partsId = useId();
  const isOpen = openId === receipt.id;
  const name = shownName(receiptName(receipt));
  return (
    <>
      <UnstyledButton
        className={classes.name ?? ''}
        title={name}
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': partsId })}
        onClick={() => toggle(receipt.id)}
      >
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        <span dir="auto" className={classes.nameText}>
          {name}
        </span>
      </UnstyledButton>
      {isOpen && <ReceiptParts id={partsId} receipt={receipt} tabIndex={tabIndex} />}
    </>
  );
}
