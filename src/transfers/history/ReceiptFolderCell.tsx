import { Anchor } from '@mantine/core';
import { use } from 'react';
import { Link } from 'react-router';
import { shownName } from '../../domain/names/shownName';
import { receiptFolder, type KeptReceipt } from '../../domain/transfers/receipts';
import { addressOfKey } from '../../domain/uploads/uploadKey';
import { PathName } from '../../ui/Name';
import { CloseHistory } from './closeHistory';

interface ReceiptFolderCellProps {
  readonly receipt: KeptReceipt;
  readonly tabIndex: 0 | -1;
}

/** The folder of an uploaded file, which leads there. */
export function ReceiptFolderCell({ receipt, tabIndex }: ReceiptFolderCellProps) {
  const close = use(CloseHistory);
  const folder = receiptFolder(receipt);
  return (
    <Anchor
      component={Link}
      to={addressOfKey(receipt.key)}
      size="sm"
      tabIndex={tabIndex}
      title={shownName(folder)}
      onClick={close}
    >
      <PathName>{folder}</PathName>
    </Anchor>
  );
}
