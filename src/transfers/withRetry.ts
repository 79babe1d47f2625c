import type { Action } from '@reduxjs/toolkit';
import { UPLOAD_PART_MAX_RETRIES } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import { belongsTo, type SessionOwner } from '@data-manager/domain/session/session';
import { decideRetry, growingPause } from '@data-manager/domain/transfers/retryPolicy';
import type { Result } from '@data-manager/lib/result';
import { arm, call, delay, put, race, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor, waitForSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../session/sessionSlice';

type WaitReason = 'network' | 'session';

/** A transfer with attempts that can be retried, and the events that record it. */
export interface RetriedTransfer {
  readonly owner: Pick<SessionOwner, 'sponsorId' | 'userId'>;
  /** Selects the reason why the transfer is recorded as waiting. */
  readonly selectWaiting: (state: never) => WaitReason | undefined;
  readonly waitingStarted: (reason: WaitReason) => Action;
  readonly waitingEnded: () => Action;
  /** Records a retry after a delay of some milliseconds. */
  readonly retried?: (failure: Failure, tries: number, waitMs: number) => Action | undefined;
}

/**
 * Retries until the attempt succeeds or the policy gives up. Time spent offline or signed out does not count.
 * @param isPointless checked after each failed attempt and before each retry; true ends the retries
 */
export function* withRetry<Value>(
  transfer: RetriedTransfer,
  attempt: () => SagaOf<Result<Value, Failure>>,
  isPointless: () => boolean = () => false,
): SagaOf<Result<Value, Failure>> {
  const ports = yield* getPorts();
  let tries = 0;
  let refusals = 0;
  let unanswered = 0;
  for (;;) {
    yield* waitForOwner(transfer);
    const result = yield* call(attempt);
    if (result.ok || result.failure.kind !== 'unreachable') {
      unanswered = 0;
      yield* stopWaiting(transfer, 'network');
    }
    if (result.ok || isPointless()) return result;
    const { failure } = result;
    const decision = decideRetry(failure, tries + 1, yield* call(ports.random.fraction));
    switch (decision.kind) {
      case 'give-up':
        return result;
      case 'retry': {
        tries += 1;
        const event = transfer.retried?.(failure, tries, decision.waitMs);
        if (event !== undefined) yield* put(event);
        yield* delay(decision.waitMs);
        break;
      }
      case 'wait-for-network':
        unanswered += 1;
        yield* waitForNetwork(transfer, unanswered);
        break;
      case 'wait-for-session':
        // Still signed in: the refresh got no response, or the server rejects even the new tokens.
        if ((yield* select(selectSessionOwner)) !== undefined) {
          refusals += 1;
          if (refusals > UPLOAD_PART_MAX_RETRIES) return result;
          yield* waitForNetwork(transfer, refusals);
        }
        break;
    }
    if (isPointless()) return result;
  }
}

function* waitForOwner(transfer: RetriedTransfer): SagaOf<void> {
  const isOwnerSignedIn = (state: WithSession): boolean => belongsTo(transfer.owner, selectSessionOwner(state));
  if (yield* select(isOwnerSignedIn)) return;
  yield* put(transfer.waitingStarted('session'));
  yield* waitFor(isOwnerSignedIn);
  yield* stopWaiting(transfer, 'session');
}

function* waitForNetwork({ waitingStarted }: RetriedTransfer, attempts: number): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* put(waitingStarted('network'));
  yield* race({ online: arm.call(waitForSignal, page.onOnline), later: arm.delay(growingPause('offline', attempts)) });
}

function* stopWaiting({ selectWaiting, waitingEnded }: RetriedTransfer, reason: WaitReason): SagaOf<void> {
  if ((yield* select(selectWaiting)) === reason) yield* put(waitingEnded());
}
