import { ActionIcon, Anchor, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { createContext, use, useId } from 'react';
import { Link } from 'react-router';
import { addressOfKey } from '@data-manager/domain/listing/addressOfKey';
import { shownName } from '@data-manager/domain/names/shownName';
import { receiptFolder, receiptName, receiptRate, type KeptReceipt } from '@data-manager/domain/transfers/receipts';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatBytes, formatRate } from '@data-manager/lib/formatBytes';
import { formatDuration } from '@data-manager/lib/formatDuration';
import { formatTime } from '@data-manager/lib/formatTime';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { FileName, PathName } from '../../ui/Name';
import { useCopy } from '../../ui/useCopy';
import classes from './history.module.css';
import { ReceiptParts } from './ReceiptParts';

/** Closes the history when a link in it is followed. */
export const CloseHistory = createContext<() => void>(() => undefined);

/** The expanded receipt. A context, because new columns would make the grid sort thousands of rows again. */
export const OpenReceipt = createContext<{
  readonly openId: string | undefined;
  readonly toggle: (id: string) => void;
}>({ openId: undefined, toggle: () => undefined });

/** The columns of the receipts. */
export const RECEIPT_COLUMNS: readonly GridColumn<KeptReceipt>[] = [
  {
    id: 'name',
    header: 'Name',
    compare: (left, right) => compareNatural(receiptName(left), receiptName(right)),
    cell: (receipt, tabIndex) => <NameCell receipt={receipt} tabIndex={tabIndex} />,
  },
  {
    id: 'folder',
    header: 'Folder',
    width: '11rem',
    hideBelow: 'wide',
    compare: (left, right) => compareNatural(receiptFolder(left), receiptFolder(right)),
    cell: (receipt, tabIndex) => <FolderCell receipt={receipt} tabIndex={tabIndex} />,
  },
  {
    id: 'size',
    header: 'Size',
    width: '6rem',
    align: 'end',
    compare: (left, right) => left.size - right.size,
    cell: (receipt) => formatBytes(receipt.size),
  },
  {
    id: 'finished',
    header: 'Finished',
    width: TIME_WIDTH,
    align: 'end',
    hideBelow: 'narrow',
    compare: (left, right) => left.endedAt - right.endedAt,
    cell: (receipt) => formatTime(receipt.endedAt),
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '7rem',
    align: 'end',
    hideBelow: 'medium',
    compare: (left, right) => left.endedAt - left.startedAt - (right.endedAt - right.startedAt),
    cell: (receipt) => (
      <>
        {formatDuration(receipt.endedAt - receipt.startedAt)}
        <span className={classes.second}>{rateText(receipt)}</span>
      </>
    ),
  },
  {
    id: 'retries',
    header: 'Retries',
    width: '4.5rem',
    align: 'end',
    hideBelow: 'wide',
    compare: (left, right) => left.retries - right.retries,
    cell: (receipt) => receipt.retries,
  },
  {
    id: 'checksum',
    header: 'Checksum',
    width: '12rem',
    hideBelow: 'medium',
    cell: (receipt, tabIndex) => <ChecksumCell receipt={receipt} tabIndex={tabIndex} />,
  },
];

function rateText(receipt: KeptReceipt): string {
  const rate = receiptRate(receipt);
  return rate === undefined ? '–' : formatRate(rate);
}

interface CellProps {
  readonly receipt: KeptReceipt;
  readonly tabIndex: 0 | -1;
}

/** The file name, which expands the receipt. */
function NameCell({ receipt, tabIndex }: CellProps) {
  const { openId, toggle } = use(OpenReceipt);
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
        <span className={classes.nameText}>
          <FileName>{receiptName(receipt)}</FileName>
        </span>
        {receipt.originalName !== undefined && (
          <span className={classes.original}>
            <FileName>{receipt.originalName}</FileName>
          </span>
        )}
      </UnstyledButton>
      {isOpen && <ReceiptParts id={partsId} receipt={receipt} tabIndex={tabIndex} />}
    </>
  );
}

/** A link to the folder of the file. */
function FolderCell({ receipt, tabIndex }: CellProps) {
  const close = use(CloseHistory);
  const folder = receiptFolder(receipt);
  return (
    <Anchor
      component={Link}
      to={addressOfKey(receipt.key)}
      size="sm"
      className={classes.folder ?? ''}
      tabIndex={tabIndex}
      onClick={close}
    >
      <PathName>{folder}</PathName>
    </Anchor>
  );
}

/** The confirmed checksum with a copy button. */
function ChecksumCell({ receipt, tabIndex }: CellProps) {
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
        aria-label={`Copy the checksum of ${receiptName(receipt)}`}
        onClick={() => copy(receipt.checksum, 'Checksum copied.')}
      >
        <IconCopy size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}
