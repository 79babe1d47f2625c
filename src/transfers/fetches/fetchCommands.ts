import type { UnknownAction } from '@reduxjs/toolkit';
import { newFetch } from '../../domain/fetches/folderFetch';
import { localPaths } from '../../domain/fetches/localPaths';
import { belongsTo } from '../../domain/session/session';
import { call, put, select, type ActionOf, type SagaOf } from '../../lib/typedEffects';
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

/** The keys decide the order, so that a folder fills from its beginning. */
function* queue({ files, prefix, ...request }: FetchRequest): SagaOf<void> {
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined || files.length === 0) return;
  const { random } = yield* getPorts();
  const id = yield* call(random.uuid);
  const paths = localPaths(
    files.map(({ key }) => key),
    prefix,
  );
  const planned = files.map(({ key, size, etag, partSize }, index) => ({
    key,
    path: paths[index] ?? key,
    size,
    ...(etag !== undefined && { etag }),
    ...(partSize !== undefined && { partSize }),
  }));
  yield* put(fetchQueued({ fetch: newFetch({ id, ...request, files: planned }, owner) }));
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
