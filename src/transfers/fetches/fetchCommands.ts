import type { UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { planRecords } from '@data-manager/domain/fetches/fetchRecords';
import { newFetch, type FetchFile, type FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import { belongsTo } from '@data-manager/domain/session/session';
import { call, getContext, put, select, type ActionOf, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { getRecords } from '../../platform/getRecords';
import { selectSessionOwner } from '../../session/sessionSlice';
import { ById } from '../machine/machineMessages';
import {
  cancelRequested,
  fetchPaused,
  fetchQueued,
  fetchRemoved,
  fetchRequested,
  fetchResumed,
  filesRequeued,
  pauseRequested,
  resumeRequested,
  retryRequested,
  selectFetch,
  type FetchRequest,
} from './fetchesSlice';
import { readFetches } from './persistFetches';
import type { RequestedFiles } from './requestedFiles';

/** Every command of the fetches. */
export const FETCH_COMMANDS = [
  fetchRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
  cancelRequested,
] as const;

type IssuedCommand = ActionOf<(typeof FETCH_COMMANDS)[number]>;

/** A command that can be posted. The files of a request are in the plan with its id. */
export const FetchCommand = v.object({ type: v.picklist(FETCH_COMMANDS.map(({ type }) => type)), payload: ById });

type FetchCommand = v.InferOutput<typeof FetchCommand>;

/** Planned fetches of this tab that are not in the list yet, by id. Their files are too many for a message or an action. */
export type PlannedFetches = Map<string, FolderFetch>;

/** Plans a request. */
export function* prepareCommand(planned: PlannedFetches, command: IssuedCommand): SagaOf<FetchCommand | undefined> {
  if (!fetchRequested.match(command)) return command;
  const fetch = yield* plan(command.payload);
  if (fetch === undefined) return undefined;
  planned.set(fetch.id, fetch);
  return { type: command.type, payload: { id: fetch.id } };
}

/** Plans all files of a request, so that no list is ever incomplete. */
function* plan(request: FetchRequest): SagaOf<FolderFetch | undefined> {
  const { random } = yield* getPorts();
  const requested = yield* getContext<RequestedFiles>('requestedFiles');
  const owner = yield* select(selectSessionOwner);
  const id = yield* call(random.uuid);
  const files: (readonly FetchFile[])[] = [];
  for (;;) {
    const chunk = yield* call(requested.take, request.folderId, files.length);
    if (chunk === undefined) break;
    files.push(chunk);
  }
  yield* call(requested.release, request.folderId);
  return owner === undefined || files.length === 0 ? undefined : newFetch({ id, ...request, files }, owner);
}

/** Stores a plan, where the driver finds it. */
export function* storePlan(planned: PlannedFetches, { payload: { id } }: FetchCommand): SagaOf<void> {
  const fetch = planned.get(id);
  if (fetch === undefined) return;
  const plans = yield* getRecords('folder-fetches');
  yield* call(plans.put, planRecords(fetch));
  planned.delete(id);
}

/** Turns a command into the event that changes the list. */
export function* executeCommand(planned: PlannedFetches, { type, payload: { id } }: FetchCommand): SagaOf<undefined> {
  switch (type) {
    case fetchRequested.type:
      yield* queue(planned, id);
      break;
    case pauseRequested.type:
      yield* changeOwn(id, fetchPaused);
      break;
    case resumeRequested.type:
      yield* changeOwn(id, fetchResumed);
      break;
    case retryRequested.type:
      yield* changeOwn(id, filesRequeued);
      break;
    case cancelRequested.type:
      yield* cancel(id);
      break;
  }
}

/** Queues a planned fetch. A plan that is gone belonged to a fetch that has ended: the command was repeated. */
function* queue(planned: PlannedFetches, id: string): SagaOf<void> {
  const fetch = planned.get(id) ?? (yield* readFetches((one) => one === id)).fetches[0];
  planned.delete(id);
  if (fetch !== undefined) yield* put(fetchQueued({ fetch }));
}

function* changeOwn(id: string, event: (payload: { readonly id: string }) => UnknownAction): SagaOf<void> {
  if (yield* isOwn(id)) yield* put(event({ id }));
}

function* isOwn(id: string): SagaOf<boolean> {
  const fetch = yield* select(selectFetch, id);
  return fetch !== undefined && belongsTo(fetch, yield* select(selectSessionOwner));
}

function* cancel(id: string): SagaOf<void> {
  const fetch = yield* select(selectFetch, id);
  if (fetch === undefined || !(yield* isOwn(id))) return;
  const { folders } = yield* getPorts();
  yield* put(fetchRemoved({ id }));
  yield* call(folders.release, fetch.folderId);
}
