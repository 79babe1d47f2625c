import { receiptFolder, receiptName, receiptRate, type KeptReceipt } from '../../domain/transfers/receipts';
import { compareNatural } from '../../lib/compareNatural';
import { formatBytes, formatRate } from '../../lib/formatBytes';
import { formatDuration } from '../../lib/formatDuration';
import { formatTime } from '../../lib/formatTime';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { ChecksumCell } from './ChecksumCell';
import classes from './history.module.css';
import { historyWords } from './historyWords';
import { ReceiptFolderCell } from './ReceiptFolderCell';
import { ReceiptNameCell } from './ReceiptNameCell';

/** The columns of the receipts. */
export const RECEIPT_COLUMNS: readonly GridColumn<KeptReceipt>[] = [
  {
    id: 'name',
    header: historyWords.name,
    compare: (left, right) => compareNatural(receiptName(left), receiptName(right)),
    cell: (receipt, tabIndex) => <ReceiptNameCell receipt={receipt} tabIndex={tabIndex} />,
  },
  {
    id: 'folder',
    header: historyWords.folder,
    width: '11rem',
    hideBelow: 'wide',
    compare: (left, right) => compareNatural(receiptFolder(left), receiptFolder(right)),
    cell: (receipt, tabIndex) => <ReceiptFolderCell receipt={receipt} tabIndex={tabIndex} />,
  },
  {
    id: 'size',
    header: historyWords.size,
    width: '6rem',
    align: 'end',
    compare: (left, right) => left.size - right.size,
    cell: (receipt) => formatBytes(receipt.size),
  },
  {
    id: 'finished',
    header: historyWords.finished,
    width: TIME_WIDTH,
    align: 'end',
    hideBelow: 'narrow',
    compare: (left, right) => left.endedAt - right.endedAt,
    cell: (receipt) => formatTime(receipt.endedAt),
  },
  {
    id: 'duration',
    header: historyWords.duration,
    width: '7rem',
    align: 'end',
    hideBelow: 'medium',
    compare: (left, right) => left.endedAt - left.startedAt - (right.endedAt - right.startedAt),
    cell: (receipt) => (
      <>
        {formatDuration(receipt.endedAt - receipt.startedAt)}
        <span className={classes.second}>{rateWords(receipt)}</span>
      </>
    ),
  },
  {
    id: 'retries',
    header: historyWords.retries,
    width: '4.5rem',
    align: 'end',
    hideBelow: 'wide',
    compare: (left, right) => left.retries - right.retries,
    cell: (receipt) => receipt.retries,
  },
  {
    id: 'checksum',
    header: historyWords.checksum,
    width: '12rem',
    hideBelow: 'medium',
    cell: (receipt, tabIndex) => <ChecksumCell receipt={receipt} tabIndex={tabIndex} />,
  },
];

function rateWords(receipt: KeptReceipt): string {
  const rate = receiptRate(receipt);
  return rate === undefined ? historyWords.noRate : formatRate(rate);
}
