import { UPLOAD_PART_MAX_RETRIES } from '../../domain/constants';
import type { Failure } from '../../domain/failures/failure';
import { belongsTo } from '../../domain/session/session';
import { decideRetry, NETWORK_RETRY_MS } from '../../domain/transfers/retryPolicy';
import type { UploadFile } from '../../domain/uploads/upload';
import type { Result } from '../../lib/result';
import { arm, call, delay, put, race, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor, waitForSignal } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { WithUploads } from './uploadsSelectors';
import { partRetried, waitingEnded, waitingStarted } from './uploadsSlice';

/**
 * Retries until the attempt succeeds or the policy gives up. Time spent offline or signed out does not count.
 * @param isPointless checked after each failed attempt and before each retry; true ends the retries
 */
export function* withRetry<Value>(
  file: UploadFile,
  attempt: () => SagaOf<Result<Value, Failure>>,
  isPointless: () => boolean = () => false,
): SagaOf<Result<Value, Failure>> {
  const ports = yield* getPorts();
  let tries = 0;
  let refusals = 0;
  for (;;) {
    yield* waitForOwner(file);
    const result = yield* call(attempt);
    if (result.ok || result.failure.kind !== 'unreachable') yield* stopWaiting('network');
    if (result.ok || isPointless()) return result;
    const { failure } = result;
    const decision = decideRetry(failure, tries + 1, yield* call(ports.random.fraction));
    switch (decision.kind) {
      case 'give-up':
        return result;
      case 'retry': {
        const { waitMs } = decision;
        tries += 1;
        if ('partNumber' in failure) {
          yield* put(partRetried({ id: file.id, partNumber: failure.partNumber, tries, waitMs, failure }));
        }
        yield* delay(waitMs);
        break;
      }
      case 'wait-for-network':
        yield* waitForNetwork();
        break;
      case 'wait-for-session':
        // Still signed in: the refresh got no response, or the server rejects even the new tokens.
        if ((yield* select(selectSessionOwner)) !== undefined) {
          refusals += 1;
          if (refusals > UPLOAD_PART_MAX_RETRIES) return result;
          yield* waitForNetwork();
        }
        break;
    }
    if (isPointless()) return result;
  }
}

function* waitForOwner(file: UploadFile): SagaOf<void> {
  const isOwnerSignedIn = (state: WithSession): boolean => belongsTo(file, selectSessionOwner(state));
  if (yield* select(isOwnerSignedIn)) return;
  yield* put(waitingStarted({ reason: 'session' }));
  yield* waitFor(isOwnerSignedIn);
  yield* stopWaiting('session');
}

function* waitForNetwork(): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* put(waitingStarted({ reason: 'network' }));
  yield* race({ online: arm.call(waitForSignal, page.onOnline), later: arm.delay(NETWORK_RETRY_MS) });
}

function* stopWaiting(reason: 'network' | 'session'): SagaOf<void> {
  const status = yield* select((state: WithUploads) => state.uploads.status);
  if (status.kind === 'waiting' && status.reason === reason) yield* put(waitingEnded());
}
