import { planRecords } from '../../domain/fetches/fetchRecords';
import type { FolderFetch } from '../../domain/fetches/folderFetch';
import { belongsTo } from '../../domain/session/session';
import { actionChannel, all, arm, call, fork, getContext, select, takeFrom, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { keepRunning } from '../../platform/supervise';
import { selectSessionOwner } from '../../session/sessionSlice';
import { postToTabs } from '../postToTabs';
import { driveInOneTab, forwardCommands, receiveMessages, type TabCommands } from '../shareAmongTabs';
import { executeCommand, FETCH_COMMANDS, type FetchCommand } from './fetchCommands';
import { fetchRequested, type WithFetches } from './fetchesSlice';
import { FetchMessage, parseFetchCommand } from './fetchMessages';
import { addStored, persistFetches, restoreFetches } from './persistFetches';
import type { RequestedFiles } from './requestedFiles';
import { runFetches } from './runFetches';

/** The Web Lock that the driver holds. */
const DRIVER_LOCK = 'data-manager-fetches';

type Commands = TabCommands<FetchCommand>;

/**
 * Shares the fetches among the tabs of a browser profile. The tab that holds the lock drives them. The others show what it
 * stores and send it their commands, until it closes or crashes and the browser passes the lock on.
 */
export function* shareFetches(): SagaOf<void> {
  const commands: Commands = { channel: yield* actionChannel(...FETCH_COMMANDS), forwarding: undefined };
  yield* driveInOneTab(DRIVER_LOCK, runAsFollower, runAsDriver, commands);
}

function* runAsDriver(commands: Commands): SagaOf<void> {
  yield* restoreFetches();
  for (const saga of [persistFetches, serveFollowers]) yield* fork(keepRunning, saga);
  // Those that were stored while the list was read.
  yield* addStored();
  yield* fork(keepRunning, watchCommands, commands);
  yield* fork(keepRunning, runFetches);
}

function* watchCommands(commands: Commands): SagaOf<void> {
  const { channel, forwarding } = commands;
  commands.forwarding = undefined;
  if (forwarding !== undefined && !(yield* select(selectIsQueued, forwarding))) yield* execute(forwarding);
  for (;;) yield* execute(yield* takeFrom(channel));
}

function* execute(command: FetchCommand): SagaOf<void> {
  yield* executeCommand(command);
  yield* releaseFiles(command);
}

/** Returns true if a request is in the list already. */
function selectIsQueued(state: WithFetches, command: FetchCommand): boolean {
  return fetchRequested.match(command) && selectRequested(state, command.payload.folderId) !== undefined;
}

/** Returns the fetch of a request. Each request has a folder of its own. */
function selectRequested({ fetches }: WithFetches, folderId: string): FolderFetch | undefined {
  return fetches.items.find((fetch) => fetch.folderId === folderId);
}

/** Releases the files of a request that was carried out. */
function* releaseFiles(command: FetchCommand): SagaOf<void> {
  if (!fetchRequested.match(command)) return;
  const requested = yield* getContext<RequestedFiles>('requestedFiles');
  yield* call(requested.release, command.payload.folderId);
}

function* serveFollowers(): SagaOf<void> {
  yield* receiveMessages(FetchMessage, function* (message) {
    if (message.kind === 'fetchesAdded') yield* addStored(message.ids);
    else if (message.kind === 'fetchCommand' && belongsTo(message, yield* select(selectSessionOwner))) {
      yield* executeCommand(message.command);
    }
  });
}

function* runAsFollower(commands: Commands): SagaOf<void> {
  yield* all([arm.call(mirrorFetches), arm.call(restoreAndForward, commands)]);
}

function* mirrorFetches(): SagaOf<void> {
  yield* receiveMessages(FetchMessage, function* (message) {
    if (message.kind === 'fetchesStored') yield* restoreFetches();
  });
}

function* restoreAndForward(commands: Commands): SagaOf<void> {
  yield* restoreFetches();
  yield* forwardCommands(commands, forward);
}

/** A new fetch is stored, where the driver finds it. Other commands are sent. */
function* forward(action: FetchCommand): SagaOf<void> {
  const ports = yield* getPorts();
  if (fetchRequested.match(action)) {
    yield* executeCommand(action);
    const added = yield* select(selectRequested, action.payload.folderId);
    if (added !== undefined) {
      const plans = yield* call(ports.records, 'folder-fetches');
      yield* call(plans.put, planRecords(added));
      yield* call(postToTabs, ports, { kind: 'fetchesAdded', ids: [added.id] } satisfies FetchMessage);
    }
    yield* releaseFiles(action);
    return;
  }
  const owner = yield* select(selectSessionOwner);
  const command = parseFetchCommand(action);
  if (owner === undefined || command === undefined) return;
  const { sponsorId, userId } = owner;
  yield* call(postToTabs, ports, { kind: 'fetchCommand', sponsorId, userId, command } satisfies FetchMessage);
}
