import { fork, takeAny, type SagaOf } from '../../lib/typedEffects';
import { supervise } from '../../platform/supervise';
import { clearReceipts } from './clearReceipts';
import { clearReceiptsRequested, saveAgainRequested } from './historySlice';
import { saveAgain } from './saveAgain';

/** Does what a person asks of the history, each wish on its own: a slow server, or a mistake of ours, holds up no other. */
export function* watchHistoryWishes(): SagaOf<void> {
  for (;;) {
    const wish = yield* takeAny(saveAgainRequested, clearReceiptsRequested);
    if (saveAgainRequested.match(wish)) yield* fork(supervise, saveAgain, wish.payload.id);
    else yield* fork(supervise, clearReceipts);
  }
}
