import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import { DOWNLOAD_LIST_KEY } from '../../domain/constants';
import { readDownloadList } from '../../domain/downloads/downloadList';
import { all, arm, call, put, select, takeAny, takeFrom, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
import { checkRequested, selectSessionOwner } from '../../session/sessionSlice';
import { archiveSaved } from '../history/historySlice';
import { listRestored } from './downloadsSlice';
import { asWish, openTabMessages, tellTabs, type WishMessage } from './tabMessages';
import { DOWNLOAD_WISHES } from './watchDownloadWishes';

/** What was asked for in this tab and is not yet granted, by the message's id. */
export type PendingWishes = Map<string, WishMessage>;

/** While another tab drives: shows the list as that tab stores it, and hands it what is asked for here. */
export function* followDriver(pending: PendingWishes): SagaOf<void> {
  yield* all([arm.call(mirrorList), arm.call(forwardWishes, pending), arm.call(hearDriver, pending)]);
}

function* mirrorList(): SagaOf<void> {
  const { localStorage, page } = yield* getPorts();
  const changes = yield* call(openListChanges, page);
  try {
    for (;;) {
      const { items } = readDownloadList(yield* call(localStorage.get, DOWNLOAD_LIST_KEY));
      yield* put(listRestored({ items }));
      yield effects.take(changes);
    }
  } finally {
    changes.close();
  }
}

/** Tells of one change for all that came while nobody took them: the list is read as a whole. */
function openListChanges(page: Ports['page']): EventChannel<true> {
  return eventChannel<true>((emit) => page.onStored(DOWNLOAD_LIST_KEY, () => emit(true)), buffers.sliding(1));
}

function* forwardWishes(pending: PendingWishes): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    const wish = asWish(yield* takeAny(...DOWNLOAD_WISHES));
    const owner = yield* select(selectSessionOwner);
    if (owner === undefined || wish === undefined) continue;
    const { sponsorId, userId } = owner;
    const message: WishMessage = { kind: 'wish', id: ports.random.uuid(), sponsorId, userId, wish };
    pending.set(message.id, message);
    yield* call(tellTabs, ports, message);
  }
}

function* hearDriver(pending: PendingWishes): SagaOf<void> {
  const ports = yield* getPorts();
  const messages = yield* call(openTabMessages, ports);
  try {
    for (;;) {
      const message = yield* takeFrom(messages);
      if (message.kind === 'granted') pending.delete(message.id);
      // The one before it may have died with a wish in its hands.
      else if (message.kind === 'driving') for (const wish of pending.values()) tellTabs(ports, wish);
      else if (message.kind === 'told') yield* call(ports.toast, message.text, message.severity);
      else if (message.kind === 'saved') yield* put(archiveSaved({ archive: message.archive }));
      else if (message.kind === 'signedIn') yield* put(checkRequested());
    }
  } finally {
    messages.close();
  }
}
