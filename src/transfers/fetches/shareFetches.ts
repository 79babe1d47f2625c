import { planRecord } from '../../domain/fetches/fetchRecords';
import { belongsTo } from '../../domain/session/session';
import { actionChannel, all, arm, call, fork, put, select, takeFrom, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { supervise } from '../../platform/supervise';
import { selectSessionOwner } from '../../session/sessionSlice';
import { driveInOneTab, forwardCommands, receiveMessages, type TabCommands } from '../shareAmongTabs';
import { executeCommand, FETCH_COMMANDS, type FetchCommand } from './fetchCommands';
import { fetchQueued, fetchRequested, selectFetch, type WithFetches } from './fetchesSlice';
import { FetchMessage, parseFetchCommand, postFetchMessage } from './fetchMessages';
import { persistFetches, readFetches, restoreFetches } from './persistFetches';
import { runFetches } from './runFetches';

/** The Web Lock that the driver holds. */
const DRIVER_LOCK = 'data-manager-fetches';

type Commands = TabCommands<FetchCommand>;

/**
 * Shares the fetches among the tabs of a browser profile. The tab that holds the lock drives them. The others show what it
 * stores and send it their commands, until it closes or crashes and the browser passes the lock on.
 */
export function* shareFetches(): SagaOf<void> {
  const commands: Commands = { channel: yield* actionChannel(...FETCH_COMMANDS), inHand: undefined };
  yield* driveInOneTab(DRIVER_LOCK, runAsFollower, runAsDriver, commands);
}

function* runAsDriver(commands: Commands): SagaOf<void> {
  yield* restoreFetches();
  for (const saga of [persistFetches, serveFollowers]) yield* fork(supervise, saga);
  // Those that were stored while the list was read.
  yield* addStored();
  yield* fork(supervise, watchCommands, commands);
  yield* fork(supervise, runFetches);
}

function* watchCommands(commands: Commands): SagaOf<void> {
  const { channel, inHand } = commands;
  commands.inHand = undefined;
  if (inHand !== undefined && !(yield* select(selectIsQueued, inHand))) yield* executeCommand(inHand);
  for (;;) yield* executeCommand(yield* takeFrom(channel));
}

/** Returns true if a request is in the list already. Each request has a folder of its own. */
function selectIsQueued({ fetches }: WithFetches, command: FetchCommand): boolean {
  return fetchRequested.match(command) && fetches.items.some(({ folderId }) => folderId === command.payload.folderId);
}

function* serveFollowers(): SagaOf<void> {
  yield* receiveMessages(FetchMessage, function* (message) {
    if (message.kind === 'fetchesAdded') yield* addStored(message.ids);
    else if (message.kind === 'fetchCommand' && belongsTo(message, yield* select(selectSessionOwner))) {
      yield* executeCommand(message.command);
    }
  });
}

/** Adds fetches that another tab has stored: all, or those with the ids. Others may have been removed by now. */
function* addStored(ids?: readonly string[]): SagaOf<void> {
  for (const fetch of yield* readFetches()) {
    if (ids?.includes(fetch.id) === false || (yield* select(selectFetch, fetch.id)) !== undefined) continue;
    yield* put(fetchQueued({ fetch }));
  }
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
    const before = yield* select(({ fetches }: WithFetches) => fetches.items);
    yield* executeCommand(action);
    const after = yield* select(({ fetches }: WithFetches) => fetches.items);
    const plans = yield* call(ports.records, 'folder-fetches');
    const added = after.filter((fetch) => !before.includes(fetch));
    yield* call(
      plans.put,
      added.map((fetch) => [fetch.id, planRecord(fetch)] as const),
    );
    yield* call(postFetchMessage, ports, { kind: 'fetchesAdded', ids: added.map(({ id }) => id) });
    return;
  }
  const owner = yield* select(selectSessionOwner);
  const command = parseFetchCommand(action);
  if (owner === undefined || command === undefined) return;
  const { sponsorId, userId } = owner;
  yield* call(postFetchMessage, ports, { kind: 'fetchCommand', sponsorId, userId, command });
}
