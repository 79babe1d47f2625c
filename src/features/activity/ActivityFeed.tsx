import { Group, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { ACTIVITY_SEARCH_PARAM } from '@data-manager/domain/navigation/routePath';
import type { SessionOwner } from '@data-manager/domain/session/session';
import { addRecords, type KeptAct } from '@data-manager/domain/transfers/acts';
import { actText, searchActs } from '@data-manager/domain/transfers/actText';
import { receiptName, type Receipt } from '@data-manager/domain/transfers/receipts';
import { formatCount } from '@data-manager/lib/formatNumber';
import { useListActivityQuery } from '../../api/activity';
import { useFeature } from '../../api/configuration';
import { archivesRequested, selectOwnSaved } from '../../transfers/history/historySlice';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { SearchField } from '../../ui/SearchField';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { useAddressQuery } from '../../ui/useAddressQuery';
import { useDraft } from '../../ui/useDraft';
import { NotLoaded } from '../../widgets/NotLoaded';
import { createActIds, FEED_COLUMNS, FeedContext, rowId, type FeedRow } from './feedColumns';
import classes from './history.module.css';
import type { Question } from './QuestionDialog';
import type { useReceipts } from './useReceipts';
import { useUnfolded } from './useUnfolded';

/** Which acts are listed. */
export type FeedTab = 'all' | 'uploads' | 'downloads' | 'changes';

interface ActivityFeedProps {
  readonly tab: FeedTab;
  /** Accessible name. */
  readonly label: string;
  readonly owner: SessionOwner;
  readonly kept: ReturnType<typeof useReceipts>;
  readonly onAsk: (question: Question) => void;
}

/** One line for each act, the latest first. Its details and receipts unfold. */
export function ActivityFeed({ tab, label, owner, kept, onAsk }: ActivityFeedProps) {
  const isListed = useFeature('activity.list');
  const listed = useListActivityQuery(isListed ? undefined : skipToken, { refetchOnMountOrArgChange: true });
  const hasReceipts = useFeature('receipts.list');
  const { read, readAgain, receipts } = kept;
  const acts = useActs(owner, receipts, listed.data);
  const { search, found } = useSearch(acts, tab);
  const { open, toggle } = useUnfolded();
  const [idOf] = useState(createActIds);
  const rows = useMemo(() => found.acts.flatMap((act) => rowsOf({ id: idOf(act), act }, open)), [found, open, idOf]);
  if (read.kind === 'reading' || listed.isLoading || kept.listed.isLoading) {
    return (
      <div className={classes.reading}>
        <SkeletonRows />
      </div>
    );
  }
  const whose = owner.isAdmin && isListed ? 'the members of your sponsor have' : 'you have';
  const isRefused = listed.error !== undefined || kept.listed.error !== undefined || read.kind === 'refused';
  const isKnown = found.total > 0 || !isRefused;
  const count = isKnown ? `${formatCount(found.acts.length)} of ${formatCount(found.total)}. ` : '';
  const uploads = hasReceipts && !owner.isAdmin ? ', and what your colleagues have uploaded' : '';
  return (
    <>
      <Group gap="xs" mb="xs">
        <SearchField value={search.text} onChange={search.type} onLeave={search.flush} />
        <Text size="xs" c="dimmed" flex="1 1 auto">
          {`${count}What ${whose} done${isListed ? '' : ' in this browser'}${uploads}.`}
        </Text>
      </Group>
      {listed.error !== undefined && (
        <NotLoaded title="The activity on the server could not be loaded" query={listed} />
      )}
      {kept.listed.error !== undefined && (
        <NotLoaded title="The receipts on the server could not be loaded" query={kept.listed} />
      )}
      {read.kind === 'refused' && (
        <ErrorState
          title="The receipts could not be read"
          reason="The browser blocks access to stored data (a private window or a setting). Files on the server are not affected."
          onRetry={readAgain}
        />
      )}
      {isKnown && (
        <FeedContext value={{ open, toggle, onAsk }}>
          <DataGrid
            label={label}
            columns={FEED_COLUMNS}
            rows={rows}
            rowId={rowId}
            rowName={rowName}
            rowHeight={40}
            // Without a log, and in another browser, something may have happened nevertheless.
            empty={<EmptyState title={found.total > 0 ? 'No matches' : 'Nothing is recorded'} />}
          />
        </FeedContext>
      )}
    </>
  );
}

export const rowName = ({ act, receipt }: FeedRow): string =>
  receipt === undefined ? actText(act) : receiptName(receipt);

/** The acts that the server lists, with the receipts and what this browser has kept. */
function useActs(owner: SessionOwner, receipts: readonly Receipt[], listed: Parameters<typeof addRecords>[0] = []) {
  const dispatch = useDispatch();
  const archives = useSelector(selectOwnSaved);
  useEffect(() => {
    dispatch(archivesRequested());
  }, [dispatch]);
  return useMemo(
    () => addRecords(listed, { receipts, archives }, owner.name),
    [listed, receipts, archives, owner.name],
  );
}

/** The search text, which is in the URL, and the acts of the tab that match it. */
function useSearch(acts: readonly KeptAct[], tab: FeedTab) {
  const [params, changeAddress] = useAddressQuery();
  const search = useDraft(params.get(ACTIVITY_SEARCH_PARAM) ?? '', (text) =>
    changeAddress((current) => {
      const next = new URLSearchParams(current);
      if (text === '') next.delete(ACTIVITY_SEARCH_PARAM);
      else next.set(ACTIVITY_SEARCH_PARAM, text);
      return next;
    }, true),
  );
  const text = useDeferredValue(search.text);
  const found = useMemo(() => {
    const ofTab = acts.filter((act) => tab === 'all' || tabOf(act) === tab);
    return { acts: searchActs(ofTab, text), total: ofTab.length };
  }, [acts, tab, text]);
  return { search, found };
}

function tabOf({ action, type }: KeptAct): FeedTab {
  if (action === 'upload') return 'uploads';
  if (action === 'download') return 'downloads';
  return type === 'job' || action === 'rename' ? 'changes' : 'all';
}

/** The receipts of an open act are rows, too, since there may be thousands. A single one is among its details. */
function rowsOf(row: FeedRow, open: ReadonlySet<string>): readonly FeedRow[] {
  const { act, id } = row;
  if (act.receipts.length < 2 || !open.has(id)) return [row];
  return [row, ...act.receipts.map((receipt) => ({ id: receipt.id, act, receipt }))];
}
