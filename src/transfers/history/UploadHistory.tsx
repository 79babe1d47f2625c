import { failureWords } from '../../domain/failures/failureWords';
import type { SessionOwner } from '../../domain/session/session';
import { ErrorState } from '../../ui/ErrorState';
import { SkeletonRows } from '../../ui/SkeletonRows';
import classes from './history.module.css';
import { historyWords } from './historyWords';
import { ReceiptTable } from './ReceiptTable';
import { useReceipts } from './useReceipts';

interface UploadHistoryProps {
  readonly owner: SessionOwner;
  /** Whether the person is being asked if all shall be cleared. */
  readonly asks: boolean;
  readonly onAsk: (asks: boolean) => void;
}

/** The receipts that the browser keeps for a person. */
export function UploadHistory({ owner, asks, onAsk }: UploadHistoryProps) {
  const { read, readAgain } = useReceipts(owner);
  switch (read.kind) {
    case 'reading':
      return (
        <div className={classes.reading}>
          <SkeletonRows />
        </div>
      );
    case 'refused':
      return <ErrorState title={historyWords.notRead} reason={failureWords.receiptsUnreadable} onRetry={readAgain} />;
    default:
      return <ReceiptTable receipts={read.receipts} unreadable={read.unreadable} asks={asks} onAsk={onAsk} />;
  }
}
