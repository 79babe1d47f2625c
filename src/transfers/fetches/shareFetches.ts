import type { UnknownAction } from '@reduxjs/toolkit';
import { planRecord } from '../../domain/fetches/fetchRecords';
import { belongsTo } from '../../domain/session/session';
import { all, arm, call, fork, put, select, takeAny, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { supervise } from '../../platform/supervise';
import { selectSessionOwner } from '../../session/sessionSlice';
import { driveInOneTab, receiveMessages } from '../shareAmongTabs';
import { executeCommand, FETCH_COMMANDS } from './fetchCommands';
import { fetchQueued, fetchRequested, selectFetch, type WithFetches } from './fetchesSlice';
import { FetchMessage, parseFetchCommand, postFetchMessage } from './fetchMessages';
import { persistFetches, readFetches, restoreFetches } from './persistFetches';
import { runFetches } from './runFetches';

/** The Web Lock that the driver holds. */
const DRIVER_LOCK = 'data-manager-fetches';

/**
 * Shares the fetches among the tabs of a browser profile. The tab that holds the lock drives them. The others show what it
 * stores and send it their commands, until it closes or crashes and the browser passes the lock on.
 */
export function* shareFetches(): SagaOf<void> {
  yield* driveInOneTab(DRIVER_LOCK, runAsFollower, runAsDriver);
}

function* runAsDriver(): SagaOf<void> {
  yield* restoreFetches();
  for (const saga of [persistFetches, watchCommands, serveFollowers, runFetches]) yield* fork(supervise, saga);
}

function* watchCommands(): SagaOf<void> {
  for (;;) yield* executeCommand(yield* takeAny(...FETCH_COMMANDS));
}

function* serveFollowers(): SagaOf<void> {
  yield* receiveMessages(FetchMessage, function* (message) {
    if (message.kind === 'fetchesStored') yield* addStored();
    else if (belongsTo(message, yield* select(selectSessionOwner))) yield* executeCommand(message.command);
  });
}

/** Adds the fetches that another tab has stored. */
function* addStored(): SagaOf<void> {
  for (const fetch of yield* readFetches()) {
    if ((yield* select(selectFetch, fetch.id)) === undefined) yield* put(fetchQueued({ fetch }));
  }
}

function* runAsFollower(): SagaOf<void> {
  yield* restoreFetches();
  yield* all([arm.call(mirrorFetches), arm.call(forwardCommands)]);
}

function* mirrorFetches(): SagaOf<void> {
  yield* receiveMessages(FetchMessage, function* (message) {
    if (message.kind === 'fetchesStored') yield* restoreFetches();
  });
}

function* forwardCommands(): SagaOf<void> {
  for (;;) yield* forward(yield* takeAny(...FETCH_COMMANDS));
}

/** A new fetch is stored, where the driver finds it. Other commands are sent. */
function* forward(action: UnknownAction): SagaOf<void> {
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
    yield* call(postFetchMessage, ports, { kind: 'fetchesStored' });
    return;
  }
  const owner = yield* select(selectSessionOwner);
  const command = parseFetchCommand(action);
  if (owner === undefined || command === undefined) return;
  const { sponsorId, userId } = owner;
  yield* call(postFetchMessage, ports, { kind: 'fetchCommand', sponsorId, userId, command });
}
