import { UPLOAD_PART_MAX_RETRIES } from '../../domain/constants';
import type { Failure } from '../../domain/failures/failure';
import type { FolderFetch } from '../../domain/fetches/folderFetch';
import { belongsTo } from '../../domain/session/session';
import { decideRetry, NETWORK_RETRY_MS } from '../../domain/transfers/retryPolicy';
import type { Result } from '../../lib/result';
import { arm, call, delay, put, race, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor, waitForSignal } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { selectFetch, waitingEnded, waitingStarted } from './fetchesSlice';

/**
 * Retries until the attempt succeeds or the policy gives up. Time spent offline or signed out does not count.
 * @param isPointless checked after each failed attempt and before each retry; true ends the retries
 */
export function* withRetry<Value>(
  fetch: Pick<FolderFetch, 'id' | 'sponsorId' | 'userId'>,
  attempt: () => SagaOf<Result<Value, Failure>>,
  isPointless: () => boolean,
): SagaOf<Result<Value, Failure>> {
  const { random } = yield* getPorts();
  let tries = 0;
  let refusals = 0;
  for (;;) {
    yield* waitForOwner(fetch);
    const result = yield* call(attempt);
    if (result.ok || result.failure.kind !== 'unreachable') yield* stopWaiting(fetch.id, 'network');
    if (result.ok || isPointless()) return result;
    const decision = decideRetry(result.failure, tries + 1, yield* call(random.fraction));
    switch (decision.kind) {
      case 'give-up':
        return result;
      case 'retry':
        tries += 1;
        yield* delay(decision.waitMs);
        break;
      case 'wait-for-network':
        yield* waitForNetwork(fetch.id);
        break;
      case 'wait-for-session':
        // Still signed in: the refresh got no response, or the server rejects even the new tokens.
        if ((yield* select(selectSessionOwner)) !== undefined) {
          refusals += 1;
          if (refusals > UPLOAD_PART_MAX_RETRIES) return result;
          yield* waitForNetwork(fetch.id);
        }
        break;
    }
    if (isPointless()) return result;
  }
}

function* waitForOwner(fetch: Pick<FolderFetch, 'id' | 'sponsorId' | 'userId'>): SagaOf<void> {
  const isOwnerSignedIn = (state: WithSession): boolean => belongsTo(fetch, selectSessionOwner(state));
  if (yield* select(isOwnerSignedIn)) return;
  yield* put(waitingStarted({ id: fetch.id, reason: 'session' }));
  yield* waitFor(isOwnerSignedIn);
  yield* stopWaiting(fetch.id, 'session');
}

function* waitForNetwork(id: string): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* put(waitingStarted({ id, reason: 'network' }));
  yield* race({ online: arm.call(waitForSignal, page.onOnline), later: arm.delay(NETWORK_RETRY_MS) });
}

function* stopWaiting(id: string, reason: 'network' | 'session'): SagaOf<void> {
  const fetch = yield* select(selectFetch, id);
  if (fetch?.phase === 'running' && fetch.waiting === reason) yield* put(waitingEnded({ id }));
}
