import type { SessionOwner } from '../../domain/session/session';
import { call, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { tellTabs, type TabMessage } from './tabMessages';

/** Has the other tabs look at the session again: their store may still hold that nobody is signed in. */
export function* announceOwner(): SagaOf<void> {
  yield* tellWithEachOwner({ kind: 'signedIn' });
}

/** Tells the other tabs something with everybody who signs in, and with who is signed in already. */
export function* tellWithEachOwner(message: TabMessage): SagaOf<void> {
  const ports = yield* getPorts();
  let known: SessionOwner | undefined;
  for (;;) {
    known = yield* waitFor((state: WithSession) => {
      const owner = selectSessionOwner(state);
      return owner !== known && owner;
    });
    yield* call(tellTabs, ports, message);
  }
}
