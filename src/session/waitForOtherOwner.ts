import type { SessionOwner } from '@data-manager/domain/session/session';
import type { SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { selectSessionOwner, type WithSession } from './sessionSlice';

/** Waits until a user is signed in, or another one, and returns that user. */
export function waitForOtherOwner(known: SessionOwner | undefined): SagaOf<SessionOwner> {
  return waitFor((state: WithSession) => {
    const owner = selectSessionOwner(state);
    return owner !== known && owner;
  });
}
