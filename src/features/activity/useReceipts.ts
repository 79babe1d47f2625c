import { useThrottledValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import type { SessionOwner } from '@data-manager/domain/session/session';
import { mergeReceipts } from '@data-manager/domain/transfers/mergeReceipts';
import { ownReceipts, type OwnReceipts, type Receipt } from '@data-manager/domain/transfers/receipts';
import { useFeature } from '../../api/configuration';
import { useListReceiptsQuery } from '../../api/receipts';
import { usePorts } from '../../platform/portsContext';
import type { WithHistory } from '../../transfers/history/historySlice';

/** During an upload the receipts are read again at most this often. */
const READ_EVERY_MS = 2_000;

type ReceiptsRead =
  { readonly kind: 'reading' } | { readonly kind: 'refused' } | ({ readonly kind: 'read' } & OwnReceipts);

const NOTHING: readonly Receipt[] = [];

/**
 * Reads the receipts that the browser keeps for a user, and those of all members of the sponsor if the server lists them, when the view
 * opens and whenever they change.
 */
export function useReceipts({ sponsorId, userId }: SessionOwner) {
  const listed = useListReceiptsQuery(useFeature('receipts.list') ? sponsorId : skipToken, {
    refetchOnMountOrArgChange: true,
  });
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
        found === undefined ? { kind: 'refused' } : { kind: 'read', ...ownReceipts(found, { sponsorId, userId }) },
      );
    };
    void readAll();
    return () => {
      isCurrent = false;
    };
  }, [records, sponsorId, userId, changes, attempt]);
  const own = read.kind === 'read' ? read.receipts : undefined;
  const known = listed.data?.receipts ?? NOTHING;
  const receipts = useMemo(() => mergeReceipts(known, own ?? []), [known, own]);
  return { read, readAgain: () => setAttempt((count) => count + 1), receipts, listed };
}
