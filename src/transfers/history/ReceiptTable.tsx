import { Text } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { counted } from '../../lib/plural';
import { receiptName, searchReceipts, type KeptReceipt } from '../../domain/receipts';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { SearchField } from '../../ui/SearchField';
import classes from './history.module.css';
import { OpenReceiptContext } from './openReceipt';
import { ReceiptActions } from './ReceiptActions';
import { RECEIPT_COLUMNS } from './receiptColumns';
import { formatCount } from '../../lib/formatNumber';

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
          {formatCount(shown.length)} of {formatCount(receipts.length)}
        </Text>
        <ReceiptActions shown={shown} total={receipts.length + unreadable} asks={asks} onAsk={onAsk} />
      </div>
      {unreadable > 0 && (
        <Text size="xs" c="dimmed" mb="xs">
          {counted(unreadable, 'record')} could not be read as a receipt and {unreadable === 1 ? 'is' : 'are'} left out.
        </Text>
      )}
      <OpenReceiptContext value={open}>
        <DataGrid
          label="Uploads"
          columns={RECEIPT_COLUMNS}
          rows={shown}
          rowId={rowId}
          rowName={receiptName}
          rowHeight={40}
          empty={
            receipts.length === 0 ? (
              <EmptyState
                title="No uploads yet"
                hint="Each file that you upload leaves a receipt here, in this browser: its size, the MD5 of each part and the checksum that the server confirmed."
              />
            ) : (
              <EmptyState title="Nothing here matches the search" />
            )
          }
        />
      </OpenReceiptContext>
    </>
  );
}
