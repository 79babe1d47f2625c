import { all, arm, call, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { openJournalFacts } from './journalFacts';
import { persistUploads } from './persistUploads';
import { tabLock } from './tabLock';
import { watchInterrupted } from './watchInterrupted';

/** Everything that lets an upload outlive its page. */
export function* interruptedSaga(): SagaOf<void> {
  const ports = yield* getPorts();
  const tab = ports.random.uuid();
  const facts = yield* openJournalFacts();
  // Nothing is written before: another page would take it for left behind.
  const release = yield* call(ports.locks.acquire, tabLock(tab), new AbortController().signal);
  try {
    yield* all([arm.call(persistUploads, tab, facts), arm.call(watchInterrupted, tab)]);
  } finally {
    release?.();
  }
}
