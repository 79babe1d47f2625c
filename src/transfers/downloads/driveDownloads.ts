import { belongsTo } from '../../domain/session/session';
import { call, fork, getContext, put, select, takeFrom, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { supervise } from '../../platform/supervise';
import { checkRequested, selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { tellWithEachOwner } from './announceOwner';
import type { WithDownloads } from './downloadsSelectors';
import type { PendingWishes } from './followDriver';
import { reconcileDownloads } from './reconcileDownloads';
import { runCancellations } from './runCancellations';
import { runDownloads } from './runDownloads';
import { openTabMessages, tellTabs, type WishMessage } from './tabMessages';
import { grantWish, watchDownloadWishes } from './watchDownloadWishes';

/** How the list in the store gets into local storage. */
export interface DownloadListKeeper {
  /** From now on what changes is written, a moment later. */
  readonly keep: () => void;
  /** What has changed is written now. */
  readonly flush: () => void;
}

/** Starts everything that writes the list or asks the server, for this tab alone. */
export function* driveDownloads(pending: PendingWishes): SagaOf<void> {
  const list = yield* getContext<DownloadListKeeper>('downloadList');
  yield* call(list.keep);
  yield* reconcileDownloads();
  for (const saga of [writeChanges, watchDownloadWishes, hearFollowers, announceDriver]) yield* fork(supervise, saga);
  yield* fork(supervise, grantOwn, pending);
  for (const saga of [runCancellations, runDownloads]) yield* fork(supervise, saga);
}

/** At once, since timers of a hidden tab are slow: the other tabs show what is stored, and go on from there. */
function* writeChanges(): SagaOf<void> {
  const list = yield* getContext<DownloadListKeeper>('downloadList');
  for (;;) {
    const { items: written } = yield* select((state: WithDownloads) => state.downloads);
    yield* call(list.flush);
    yield* waitFor((state: WithDownloads) => state.downloads.items !== written);
  }
}

/** What was asked for here while another tab drove, and was not granted any more. */
function* grantOwn(pending: PendingWishes): SagaOf<void> {
  for (const { wish, ...asker } of pending.values()) {
    yield* waitFor((state: WithSession) => belongsTo(asker, selectSessionOwner(state)));
    yield* grantWish(wish);
  }
  pending.clear();
}

/** Grants each wish once, however often it is told, and confirms it when it is stored. */
function* hearFollowers(): SagaOf<void> {
  const ports = yield* getPorts();
  const messages = yield* call(openTabMessages, ports);
  const granted = new Set<string>();
  try {
    for (;;) {
      const message = yield* takeFrom(messages);
      if (message.kind === 'signedIn') yield* put(checkRequested());
      if (message.kind !== 'wish') continue;
      if (!granted.has(message.id) && !(yield* grantOther(message))) continue;
      granted.add(message.id);
      yield* call(tellTabs, ports, { kind: 'granted', id: message.id });
    }
  } finally {
    messages.close();
  }
}

/** False where somebody else is signed in here: the wish is told again when that has changed. */
function* grantOther(message: WishMessage): SagaOf<boolean> {
  if (!belongsTo(message, yield* select(selectSessionOwner))) yield* put(checkRequested());
  if (!belongsTo(message, yield* select(selectSessionOwner))) return false;
  yield* grantWish(message.wish);
  const list = yield* getContext<DownloadListKeeper>('downloadList');
  yield* call(list.flush);
  return true;
}

function* announceDriver(): SagaOf<void> {
  yield* tellWithEachOwner({ kind: 'driving' });
}
