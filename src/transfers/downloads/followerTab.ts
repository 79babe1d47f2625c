import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import { DOWNLOAD_LIST_KEY } from '../../domain/constants';
import { readDownloadList } from '../../domain/downloads/downloadList';
import { all, arm, call, put, select, takeAny, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
import { selectSessionOwner } from '../../session/sessionSlice';
import { receiveMessages } from '../machine/receiveMessages';
import { postToTabs } from '../postToTabs';
import { DOWNLOAD_COMMANDS } from './downloadCommands';
import { downloadSavedInOtherTab, listRestored } from './downloadsSlice';
import { DownloadMessage, parseCommand, type CommandMessage } from './tabMessages';

/** Commands of this tab that the driver has not confirmed yet, by message id. */
export type PendingCommands = Map<string, CommandMessage>;

/** Follows the driver: shows the list that it stores and sends it the commands of this tab. */
export function* runAsFollower(pending: PendingCommands): SagaOf<void> {
  yield* all([arm.call(mirrorList), arm.call(forwardCommands, pending), arm.call(listenToDriver, pending)]);
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

/** Buffers one change at most, since the whole list is read each time. */
function openListChanges(page: Ports['page']): EventChannel<true> {
  return eventChannel<true>((emit) => page.onStored(DOWNLOAD_LIST_KEY, () => emit(true)), buffers.sliding(1));
}

function* forwardCommands(pending: PendingCommands): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    const command = parseCommand(yield* takeAny(...DOWNLOAD_COMMANDS));
    const owner = yield* select(selectSessionOwner);
    if (owner === undefined || command === undefined) continue;
    const id = yield* call(ports.random.uuid);
    const message: CommandMessage = { kind: 'command', id, sponsorId: owner.sponsorId, userId: owner.userId, command };
    pending.set(id, message);
    yield* call(postToTabs, ports, message);
  }
}

function* listenToDriver(pending: PendingCommands): SagaOf<void> {
  const ports = yield* getPorts();
  yield* receiveMessages(DownloadMessage, function* (message) {
    switch (message.kind) {
      case 'granted':
        pending.delete(message.id);
        break;
      case 'driving':
        // The previous driver may have closed before it carried them out.
        for (const command of pending.values()) yield* call(postToTabs, ports, command);
        break;
      case 'saved':
        yield* put(downloadSavedInOtherTab({ archive: message.archive }));
        break;
      case 'command':
        break;
    }
  });
}
