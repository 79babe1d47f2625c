import { api } from '../api/api';
import type { SessionOwner } from '../domain/session/session';
import { put, take, type SagaOf } from '../lib/typedEffects';
import { loginFound } from '../session/sessionSlice';

/** Lets go of every cached answer when somebody else signs in: they may not see what the one before them saw. */
export function* watchOwner(): SagaOf<void> {
  let known: SessionOwner | undefined;
  for (;;) {
    const { payload: owner } = yield* take(loginFound);
    const isSame = known?.sponsorId === owner.sponsorId && known.userId === owner.userId;
    if (known !== undefined && !isSame) yield* put(api.util.resetApiState());
    known = owner;
  }
}
