import { Text } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { receiptName, searchReceipts, type KeptReceipt } from '../../domain/transfers/receipts';
import { formatCount } from '../../lib/formatNumber';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { SearchField } from '../../ui/SearchField';
import classes from './history.module.css';
import { historyWords } from './historyWords';
import { OpenReceiptContext } from './openReceipt';
import { ReceiptActions } from './ReceiptActions';
import { RECEIPT_COLUMNS } from './receiptColumns';

interface ReceiptTableProps {
  readonly receipts: readonly KeptReceipt[];
  /** How many records of the person are no receipts. */
  readonly unreadable: number;
  readonly asks: boolean;
  readonly onAsk: (asks: boolean) => void;
}

const rowId = ({ id }: KeptReceipt): string => id;

/** Receipts in a table; one row at a time can be opened to see its parts. */
export function ReceiptTable({ receipts, unreadable, asks, onAsk }: ReceiptTableProps) {
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string>();
  const wanted = useDeferredValue(search);
  const shown = useMemo(() => searchReceipts(receipts, wanted), [receipts, wanted]);
  const open = useMemo(
    () => ({ openId, toggle: (id: string) => setOpenId((now) => (now === id ? undefined : id)) }),
    [openId],
  );
  return (
    <>
      <div className={classes.bar}>
        <SearchField value={search} onChange={setSearch} />
        <Text size="xs" c="dimmed" className={classes.count}>
          {`${formatCount(shown.length)} of ${formatCount(receipts.length)}`}
        </Text>
        <ReceiptActions shown={shown} total={receipts.length + unreadable} asks={asks} onAsk={onAsk} />
      </div>
      {unreadable > 0 && (
        <Text size="xs" c="dimmed" mb="xs">
          {historyWords.unreadable(unreadable)}
        </Text>
      )}
      <OpenReceiptContext value={open}>
        <DataGrid
          label={historyWords.uploads}
          columns={RECEIPT_COLUMNS}
          rows={shown}
          rowId={rowId}
          rowName={receiptName}
          rowHeight={40}
          empty={
            receipts.length === 0 ? (
              <EmptyState title={historyWords.noUploads} hint={historyWords.howReceiptsCome} />
            ) : (
              <EmptyState title={historyWords.nothingFound} />
            )
          }
        />
      </OpenReceiptContext>
    </>
  );
}
