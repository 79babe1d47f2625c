import { useThrottledValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { SessionOwner } from '../../domain/session/session';
import { ownReceipts, type OwnReceipts } from '../../domain/transfers/receipts';
import { usePorts } from '../../platform/portsContext';
import type { WithHistory } from './historySlice';

/** While files go up, the receipts are read anew this often at most. */
const READ_AGAIN_MS = 2_000;

/** The kept receipts: on their way, there, or refused by the browser. */
export type ReceiptsRead =
  { readonly kind: 'reading' } | { readonly kind: 'refused' } | ({ readonly kind: 'read' } & OwnReceipts);

/** Reads the person's receipts when a view opens, and again when some were added or cleared. */
export function useReceipts({ sponsorId, userId }: SessionOwner): {
  readonly read: ReceiptsRead;
  readonly readAgain: () => void;
} {
  const { records } = usePorts();
  const [read, setRead] = useState<ReceiptsRead>({ kind: 'reading' });
  const [asked, setAsked] = useState(0);
  const changes = useThrottledValue(
    useSelector((state: WithHistory) => state.history.receiptChanges),
    READ_AGAIN_MS,
  );
  useEffect(() => {
    let isWanted = true;
    const readAll = async () => {
      const found = await records('receipts').readAll();
      if (!isWanted) return;
      setRead(
        found === undefined ? { kind: 'refused' } : { kind: 'read', ...ownReceipts(found, { sponsorId, userId }) },
      );
    };
    void readAll();
    return () => {
      isWanted = false;
    };
  }, [records, sponsorId, userId, changes, asked]);
  return { read, readAgain: () => setAsked((count) => count + 1) };
}
