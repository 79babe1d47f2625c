import type { UnknownAction } from '@reduxjs/toolkit';
import { newFetch, type FetchFile } from '../../domain/fetches/folderFetch';
import { belongsTo } from '../../domain/session/session';
import { call, getContext, put, select, type ActionOf, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
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
import type { RequestedFiles } from './requestedFiles';

/** Every command of the fetches. */
export const FETCH_COMMANDS = [
  fetchRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
  cancelRequested,
] as const;

export type FetchCommand = ActionOf<(typeof FETCH_COMMANDS)[number]>;

/** Turns a command into the event that changes the list. */
export function* executeCommand(command: UnknownAction): SagaOf<void> {
  if (fetchRequested.match(command)) yield* queue(command.payload);
  else if (pauseRequested.match(command)) yield* changeOwn(command.payload.id, fetchPaused);
  else if (resumeRequested.match(command)) yield* changeOwn(command.payload.id, fetchResumed);
  else if (retryRequested.match(command)) yield* changeOwn(command.payload.id, filesRequeued);
  else if (cancelRequested.match(command)) yield* cancel(command.payload.id);
}

/** Queues a request once all of its files are planned, so that no list is ever incomplete. */
function* queue(request: FetchRequest): SagaOf<void> {
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return;
  const { random } = yield* getPorts();
  const requested = yield* getContext<RequestedFiles>('requestedFiles');
  const id = yield* call(random.uuid);
  const files: (readonly FetchFile[])[] = [];
  for (;;) {
    const chunk = yield* call(requested.take, request.folderId, files.length);
    if (chunk === undefined) break;
    files.push(chunk);
  }
  if (files.length > 0) yield* put(fetchQueued({ fetch: newFetch({ id, ...request, files }, owner) }));
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
