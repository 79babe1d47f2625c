import { DOWNLOAD_LIST_KEY } from '../../domain/constants';
import { expireUrl } from '../../domain/downloads/download';
import { readDownloadList } from '../../domain/downloads/downloadList';
import { belongsTo, type SessionOwner } from '../../domain/session/session';
import { formatCount } from '../../lib/formatNumber';
import { plural } from '../../lib/plural';
import { call, fork, getContext, put, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { keepRunning, supervise } from '../../platform/supervise';
import { checkRequested, selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { receiveMessages } from '../machine/receiveMessages';
import { postToTabs } from '../postToTabs';
import { waitForOtherOwner } from '../waitForOtherOwner';
import { executeCommand, watchDownloadCommands } from './downloadCommands';
import { listRestored, type WithDownloads } from './downloadsSlice';
import { runCancellations, runDownloads } from './driveDownload';
import type { PendingCommands } from './followerTab';
import { DownloadMessage, type CommandMessage } from './tabMessages';

/** Writes the download list to local storage. */
export interface DownloadListPersistor {
  /** Starts to write changes after a short delay. */
  readonly persist: () => void;
  /** Writes pending changes immediately. */
  readonly flush: () => void;
}

/** Takes over the download list: only the driver writes it, calls the server and saves archives. */
export function* runAsDriver(pending: PendingCommands): SagaOf<void> {
  const list = yield* getContext<DownloadListPersistor>('downloadList');
  yield* call(list.persist);
  yield* restoreList();
  for (const saga of [writeChanges, watchDownloadCommands, serveFollowers, announceDriver]) {
    yield* fork(keepRunning, saga);
  }
  yield* fork(supervise, executePending, pending);
  for (const saga of [runCancellations, runDownloads]) yield* fork(keepRunning, saga);
}

/** Reads the stored list. Its URLs may have expired. */
function* restoreList(): SagaOf<void> {
  const { localStorage, toast } = yield* getPorts();
  const { items, dropped } = readDownloadList(yield* call(localStorage.get, DOWNLOAD_LIST_KEY));
  yield* put(listRestored({ items: items.map(expireUrl) }));
  if (dropped !== 0) {
    yield* call(
      toast,
      dropped === 'all'
        ? 'The stored download list could not be read. Start the downloads that you need again.'
        : plural(
            dropped,
            '1 stored download could not be read and was removed. Start it again.',
            `${formatCount(dropped)} stored downloads could not be read and were removed. Start them again.`,
          ),
      'warning',
    );
  }
}

/** Writes every change immediately: timers of hidden tabs are slow, and the other tabs show what is stored. */
function* writeChanges(): SagaOf<void> {
  const list = yield* getContext<DownloadListPersistor>('downloadList');
  for (;;) {
    const { items: written } = yield* select((state: WithDownloads) => state.downloads);
    yield* call(list.flush);
    yield* waitFor((state: WithDownloads) => state.downloads.items !== written);
  }
}

/** Carries out the commands that the previous driver did not confirm while this tab followed it. */
function* executePending(pending: PendingCommands): SagaOf<void> {
  for (const { command, ...sender } of pending.values()) {
    yield* waitFor((state: WithSession) => belongsTo(sender, selectSessionOwner(state)));
    yield* executeCommand(command);
  }
  pending.clear();
}

/** Carries out each command of the followers once, even if it arrives again, and confirms it when it is stored. */
function* serveFollowers(): SagaOf<void> {
  const ports = yield* getPorts();
  const granted = new Set<string>();
  yield* receiveMessages(DownloadMessage, function* (message) {
    // Only the driver posts the other kinds.
    if (message.kind !== 'command') return;
    if (granted.has(message.id) || (yield* executeForFollower(message))) {
      granted.add(message.id);
      yield* call(postToTabs, ports, { kind: 'granted', id: message.id } satisfies DownloadMessage);
    }
  });
}

/** Returns false if another user is signed in here; the follower repeats the command after the next sign-in. */
function* executeForFollower(message: CommandMessage): SagaOf<boolean> {
  if (!belongsTo(message, yield* select(selectSessionOwner))) yield* put(checkRequested());
  if (!belongsTo(message, yield* select(selectSessionOwner))) return false;
  yield* executeCommand(message.command);
  const list = yield* getContext<DownloadListPersistor>('downloadList');
  yield* call(list.flush);
  return true;
}

function* announceDriver(): SagaOf<void> {
  const ports = yield* getPorts();
  let owner: SessionOwner | undefined;
  for (;;) {
    owner = yield* waitForOtherOwner(owner);
    yield* call(postToTabs, ports, { kind: 'driving' } satisfies DownloadMessage);
  }
}
