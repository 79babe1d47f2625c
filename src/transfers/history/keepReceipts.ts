import { failureWords } from '../../domain/failures/failureWords';
import { toKept } from '../../domain/transfers/receipts';
import { actionChannel, call, put, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { takeBatch } from '../uploads/takeBatch';
import { fileCompleted } from '../uploads/uploadsSlice';
import { receiptsKept } from './historySlice';

/**
 * Writes the receipt of every finished file; what finishes during a write goes into the next one. A browser
 * that refuses costs the receipts, never the upload, and is told of once.
 */
export function* keepReceipts(): SagaOf<void> {
  const ports = yield* getPorts();
  const records = yield* call(ports.records, 'receipts');
  const finished = yield* actionChannel(fileCompleted);
  let isTold = false;
  for (;;) {
    const receipts = (yield* takeBatch(finished)).map(({ payload }) => toKept(payload.receipt));
    const isKept = yield* call(
      records.put,
      receipts.map((receipt) => [receipt.id, receipt] as const),
    );
    if (isKept) {
      yield* put(receiptsKept());
    } else if (!isTold) {
      isTold = true;
      yield* call(ports.toast, failureWords.receiptsNotKept, 'warning');
    }
  }
}
