import { failureWords } from '../../domain/failures/failureWords';
import { ownReceipts } from '../../domain/transfers/receipts';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { receiptsCleared } from './historySlice';

/** Forgets the receipts of whoever is signed in, those that can't be read included. Other people's stay. */
export function* clearReceipts(): SagaOf<void> {
  const ports = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return;
  const store = yield* call(ports.records, 'receipts');
  const records = yield* call(store.readAll);
  const isCleared = records !== undefined && (yield* call(store.remove, ownReceipts(records, owner).keys));
  if (isCleared) yield* put(receiptsCleared());
  else yield* call(ports.toast, failureWords.receiptsNotCleared, 'error');
}
