import { Anchor, Group, Text } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { useLocation } from 'react-router';
import { ACTIVITY_SEARCH_PARAM, breadcrumbs, UPLOAD_SEGMENT } from '@data-manager/domain/navigation/routePath';
import { actOfReceipt } from '@data-manager/domain/transfers/acts';
import type { Receipt } from '@data-manager/domain/transfers/receipts';
import { counted } from '@data-manager/lib/plural';
import { queryErrorText } from '../../api/queryErrorText';
import { useListReceiptsQuery } from '../../api/receipts';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { Name } from '../../ui/Name';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { useAddressQuery } from '../../ui/useAddressQuery';
import { ReceiptActions } from './ActDetails';
import { rowName } from './ActivityFeed';
import { FEED_COLUMNS, FeedContext, rowId } from './feedColumns';
import type { Question } from './QuestionDialog';
import { useUnfolded } from './useUnfolded';

interface ProofFeedProps {
  readonly onAsk: (question: Question) => void;
}

/** The receipts on the server of the place or file in the address, or else of the page, and the way to those of the places around it. */
export function ProofFeed({ onAsk }: ProofFeedProps) {
  const { pathname } = useLocation();
  const [params, changeAddress] = useAddressQuery();
  const names = breadcrumbs(pathname).map(({ label }) => label);
  const page = names.filter((name) => name !== UPLOAD_SEGMENT).join('/');
  const path = params.get(ACTIVITY_SEARCH_PARAM) ?? page;
  const { currentData, error, refetch } = useListReceiptsQuery(path, { refetchOnMountOrArgChange: true });
  const list = (place: string) =>
    changeAddress((current) => {
      const next = new URLSearchParams(current);
      next.set(ACTIVITY_SEARCH_PARAM, place);
      return next;
    }, true);
  const segments = path.split('/');
  return (
    <>
      <Group component="nav" aria-label="Receipts of" gap="0.25rem" mb="xs" fz="sm">
        <span>Receipts of</span>
        {segments.map((name, index) => (
          <Fragment key={index}>
            {index > 0 && <span aria-hidden>/</span>}
            {index === segments.length - 1 ? (
              <Text span inherit fw={600} aria-current="true">
                <Name>{name}</Name>
              </Text>
            ) : (
              <Anchor component="button" inherit onClick={() => list(segments.slice(0, index + 1).join('/'))}>
                <Name>{name}</Name>
              </Anchor>
            )}
          </Fragment>
        ))}
      </Group>
      {error !== undefined ? (
        <ErrorState
          title="The receipts on the server could not be loaded"
          reason={queryErrorText(error)}
          onRetry={() => void refetch()}
        />
      ) : currentData === undefined ? (
        <SkeletonRows />
      ) : (
        <ReceiptRows key={path} path={path} {...currentData} onAsk={onAsk} />
      )}
    </>
  );
}

interface ReceiptRowsProps extends ProofFeedProps {
  readonly path: string;
  readonly receipts: readonly Receipt[];
  readonly isCut: boolean;
}

/** One line for each receipt. That of the present content of a file is unfolded. */
function ReceiptRows({ path, receipts, isCut, onAsk }: ReceiptRowsProps) {
  const rows = useMemo(() => receipts.map((receipt) => ({ id: receipt.id, act: actOfReceipt(receipt) })), [receipts]);
  const current = rows.slice(0, 1).filter(({ act }) => act.receipts.some(({ key }) => key === path));
  const { open, toggle } = useUnfolded(current.map(rowId));
  return (
    <>
      <Group gap="xs" mb="xs">
        <Text size="xs" c="dimmed" flex="1 1 auto">
          {`${isCut ? 'The latest ' : ''}${counted(receipts.length, 'receipt')} of uploads by all members of your sponsor.${isCut ? ' Choose a project, a dataset or a file for older ones.' : ''}`}
        </Text>
        {receipts.length > 0 && <ReceiptActions receipts={receipts} isUpload={false} tabIndex={0} onAsk={onAsk} />}
      </Group>
      <FeedContext value={{ open, toggle, onAsk }}>
        <DataGrid
          label="Proof"
          columns={FEED_COLUMNS}
          rows={rows}
          rowId={rowId}
          rowName={rowName}
          rowHeight={40}
          empty={<EmptyState title="No receipts" hint="The server keeps them of later uploads." />}
        />
      </FeedContext>
    </>
  );
}
