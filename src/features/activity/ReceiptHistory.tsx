import { Button, Text } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { SessionOwner } from '@data-manager/domain/session/session';
import { receiptsCsv, receiptsFileName, receiptsJson } from '@data-manager/domain/transfers/receiptExport';
import {
  ownReceipts,
  receiptName,
  searchReceipts,
  type KeptReceipt,
  type OwnReceipts,
  type ReceiptKind,
} from '@data-manager/domain/transfers/receipts';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { useFeature } from '../../api/configuration';
import { usePorts } from '../../platform/portsContext';
import { clearReceiptsRequested, type WithHistory } from '../../transfers/history/historySlice';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { ConfirmDialog } from '../../ui/FormDialog';
import { lazyPopup } from '../../ui/lazyWithRetry';
import { SearchField } from '../../ui/SearchField';
import { SkeletonRows } from '../../ui/SkeletonRows';
import classes from './history.module.css';
import { OpenReceipt, RECEIPT_COLUMNS } from './receiptColumns';

const DeleteFilesDialog = lazyPopup(() =>
  import('../../widgets/DeleteFilesDialog').then((module) => module.DeleteFilesDialog),
);

/** During an upload the receipts are read again at most this often. */
const READ_EVERY_MS = 2_000;

/** The action to confirm: deleting all receipts, or the uploaded files of the listed ones. */
export type Confirming = 'clear' | 'deleteFiles' | undefined;

interface ConfirmationProps {
  readonly kind: ReceiptKind;
  readonly confirming: Confirming;
  readonly onConfirmingChange: (confirming: Confirming) => void;
}

interface ReceiptHistoryProps extends ConfirmationProps {
  readonly owner: SessionOwner;
}

/** The receipts of one kind that the browser keeps for a user. */
export function ReceiptHistory({ owner, ...props }: ReceiptHistoryProps) {
  const { read, readAgain } = useReceipts(owner, props.kind);
  switch (read.kind) {
    case 'reading':
      return (
        <div className={classes.reading}>
          <SkeletonRows />
        </div>
      );
    case 'refused':
      return (
        <ErrorState
          title="The receipts could not be read"
          reason="The browser blocks access to stored data (a private window or a setting). Files on the server are not affected."
          onRetry={readAgain}
        />
      );
    default:
      return <ReceiptTable receipts={read.receipts} unreadable={read.unreadable} keys={read.keys} {...props} />;
  }
}

type ReceiptsRead =
  { readonly kind: 'reading' } | { readonly kind: 'refused' } | ({ readonly kind: 'read' } & OwnReceipts);

/** Reads the user's receipts when the view opens and whenever they change. */
function useReceipts(
  { sponsorId, userId }: SessionOwner,
  kind: ReceiptKind,
): {
  readonly read: ReceiptsRead;
  readonly readAgain: () => void;
} {
  const { records } = usePorts();
  const [read, setRead] = useState<ReceiptsRead>({ kind: 'reading' });
  const [attempt, setAttempt] = useState(0);
  const changes = useThrottledValue(
    useSelector((state: WithHistory) => state.history.receiptChanges),
    READ_EVERY_MS,
  );
  useEffect(() => {
    let isCurrent = true;
    const readAll = async () => {
      const found = await records('receipts').readAll();
      if (!isCurrent) return;
      setRead(
        found === undefined
          ? { kind: 'refused' }
          : { kind: 'read', ...ownReceipts(found, { sponsorId, userId }, kind) },
      );
    };
    void readAll();
    return () => {
      isCurrent = false;
    };
  }, [records, sponsorId, userId, kind, changes, attempt]);
  return { read, readAgain: () => setAttempt((count) => count + 1) };
}

interface ReceiptTableProps extends ConfirmationProps, OwnReceipts {}

/** Shown instead of the list before the first receipt. */
const NOTHING_YET = {
  uploads: {
    title: 'No uploads yet',
    hint: 'Uploaded files appear here with their size, the MD5 of each part and the checksum confirmed by the server.',
  },
  folders: {
    title: 'No downloads into folders yet',
    hint: 'Files that were downloaded into a folder and verified appear here with their size and the MD5 of each part.',
  },
} as const;

const rowId = ({ id }: KeptReceipt): string => id;

/** A table of receipts. One row at a time can be expanded to show its parts. */
function ReceiptTable({ receipts, unreadable, keys, kind, ...confirmation }: ReceiptTableProps) {
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string>();
  const deferredSearch = useDeferredValue(search);
  const shown = useMemo(() => searchReceipts(receipts, deferredSearch), [receipts, deferredSearch]);
  const open = { openId, toggle: (id: string) => setOpenId((current) => (current === id ? undefined : id)) };
  return (
    <>
      <div className={classes.bar}>
        <SearchField value={search} onChange={setSearch} />
        <Text size="xs" c="dimmed" className={classes.count}>
          {formatCount(shown.length)} of {formatCount(receipts.length)}
        </Text>
        <ReceiptActions
          shown={shown}
          isSearched={deferredSearch.trim() !== ''}
          keys={keys}
          kind={kind}
          {...confirmation}
        />
      </div>
      {unreadable > 0 && (
        <Text size="xs" c="dimmed" mb="xs">
          {counted(unreadable, 'receipt')} could not be read and {plural(unreadable, 'is', 'are')} not listed. The
          {kind === 'uploads' ? ' uploaded files' : ' files'} are not affected.
        </Text>
      )}
      <OpenReceipt value={open}>
        <DataGrid
          label={kind === 'uploads' ? 'Uploads' : 'Folders'}
          columns={RECEIPT_COLUMNS}
          rows={shown}
          rowId={rowId}
          rowName={receiptName}
          rowHeight={40}
          empty={receipts.length === 0 ? <EmptyState {...NOTHING_YET[kind]} /> : <EmptyState title="No matches" />}
        />
      </OpenReceipt>
    </>
  );
}

interface ReceiptActionsProps extends ConfirmationProps {
  /** The receipts that match the search: these are exported. */
  readonly shown: readonly KeptReceipt[];
  /** True if a search chose the receipts. Only then their files can be deleted. */
  readonly isSearched: boolean;
  /** The receipts to clear. */
  readonly keys: readonly string[];
}

/** Exports the listed receipts, deletes their files from the server, or clears all receipts. */
function ReceiptActions(props: ReceiptActionsProps) {
  const { shown, isSearched, keys, kind, confirming, onConfirmingChange } = props;
  const canDelete = useFeature('files.delete') && kind === 'uploads' && isSearched && shown.length > 0;
  const close = () => onConfirmingChange(undefined);
  const ports = usePorts();
  const dispatch = useDispatch();
  const fileName = (extension: 'csv' | 'json') => receiptsFileName(ports.clock.now(), extension);
  return (
    <div className={classes.actions}>
      <Button
        size="xs"
        variant="default"
        disabled={shown.length === 0}
        onClick={() => ports.saveText(receiptsCsv(shown), fileName('csv'), 'text/csv')}
      >
        Save as CSV
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={shown.length === 0}
        onClick={() => ports.saveText(receiptsJson(shown), fileName('json'), 'application/json')}
      >
        Save as JSON
      </Button>
      {canDelete && (
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          onClick={() => onConfirmingChange('deleteFiles')}
        >
          Delete files
        </Button>
      )}
      <Button size="xs" variant="default" disabled={keys.length === 0} onClick={() => onConfirmingChange('clear')}>
        Clear
      </Button>
      {canDelete && confirming === 'deleteFiles' && (
        <DeleteFilesDialog files={filesOf(shown)} onDeleted={close} onClose={close} />
      )}
      <ConfirmDialog
        title="Clear the receipts?"
        confirmLabel="Clear"
        opened={confirming === 'clear'}
        onClose={close}
        onConfirm={() => dispatch(clearReceiptsRequested({ kind, keys }))}
      >
        This removes your {counted(keys.length, 'receipt')} from this browser, including those hidden by the search, and
        can’t be undone.{' '}
        {kind === 'uploads' ? 'Uploaded files stay on the server.' : 'The files stay in their folders.'} Save the
        receipts first if you need them.
      </ConfirmDialog>
    </div>
  );
}

/** Returns each uploaded file once, with the size of its latest upload. */
function filesOf(receipts: readonly KeptReceipt[]) {
  const latest = [...receipts].sort((left, right) => left.endedAt - right.endedAt);
  return [...new Map(latest.map(({ key, size }) => [key, { key, size }])).values()];
}
