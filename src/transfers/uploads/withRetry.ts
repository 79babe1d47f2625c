import { UPLOAD_PART_MAX_RETRIES } from '../../domain/constants';
import type { Failure } from '../../domain/failures/failure';
import { belongsTo } from '../../domain/session/session';
import { decideRetry, NETWORK_RETRY_MS, type RetryDecision } from '../../domain/transfers/retryPolicy';
import type { UploadFile } from '../../domain/uploads/upload';
import type { Result } from '../../lib/result';
import { arm, call, delay, put, race, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { waitForSignal } from '../../lib/waitForSignal';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { WithUploads } from './uploadsSelectors';
import { partRetried, waitingEnded, waitingStarted, type UploadHold } from './uploadsSlice';

type Attempt<Value> = () => SagaOf<Result<Value, Failure>>;

/**
 * Tries until it works or the retry policy gives up. Waiting for the network and for the owner's login costs no retry.
 * @param isMoot asked before another try: true ends it there, since the file has failed otherwise
 */
export function* withRetry<Value>(
  file: UploadFile,
  attempt: Attempt<Value>,
  isMoot: () => boolean = () => false,
): SagaOf<Result<Value, Failure>> {
  const ports = yield* getPorts();
  let tries = 0;
  let refusals = 0;
  for (;;) {
    yield* waitForOwner(file);
    const outcome = yield* call(attempt);
    if (outcome.ok || outcome.failure.kind !== 'unreachable') yield* release('network');
    if (outcome.ok) return outcome;
    const decision = decideRetry(outcome.failure, tries + 1, ports.random.fraction());
    switch (decision.kind) {
      case 'give-up':
        return outcome;
      case 'retry':
        tries += 1;
        yield* noteRetry(file.id, outcome.failure, tries, decision);
        yield* delay(decision.waitMs);
        break;
      case 'wait-for-network':
        yield* waitForNetwork();
        break;
      case 'wait-for-session':
        // The session still stands: its refresh got no answer, or the server refuses even newer tokens.
        if ((yield* select(selectSessionOwner)) !== undefined) {
          refusals += 1;
          if (refusals > UPLOAD_PART_MAX_RETRIES) return outcome;
          yield* waitForNetwork();
        }
        break;
    }
    if (isMoot()) return outcome;
  }
}

function* noteRetry(
  id: string,
  failure: Failure,
  tries: number,
  { waitMs }: Extract<RetryDecision, { kind: 'retry' }>,
): SagaOf<void> {
  if ('partNumber' in failure) yield* put(partRetried({ id, partNumber: failure.partNumber, tries, waitMs, failure }));
}

function* waitForOwner(file: UploadFile): SagaOf<void> {
  const isOwn = (state: WithSession): boolean => belongsTo(file, selectSessionOwner(state));
  if (yield* select(isOwn)) return;
  yield* put(waitingStarted({ reason: 'session' }));
  yield* waitFor(isOwn);
  yield* release('session');
}

function* waitForNetwork(): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* put(waitingStarted({ reason: 'network' }));
  yield* race({ online: arm.call(waitForSignal, page.onOnline), later: arm.delay(NETWORK_RETRY_MS) });
}

function* release(reason: UploadHold): SagaOf<void> {
  const hold = yield* select((state: WithUploads) => state.uploads.hold);
  if (hold === reason) yield* put(waitingEnded());
}
