import { createSelector, createSlice, weakMapMemoize } from '@reduxjs/toolkit';
import { belongsTo } from '@data-manager/domain/session/session';
import type { QueuedFile } from '@data-manager/domain/uploads/arrivals';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import type { QueuedIds, RequestedUpload } from '@data-manager/domain/uploads/uploadResult';
import { selectSessionOwner, type WithSession } from '../../../session/sessionSlice';
import { isInPlace, placeDeleted } from '../../../transfers/deletedPlaces';
import { plain } from '../../../transfers/machine/phaseReducer';
import { selectHasUploads, type WithUploads } from '../../../transfers/uploads/uploadsSelectors';
import { fileRemoved, filesQueued, queueCancelled } from '../../../transfers/uploads/uploadsSlice';

/**
 * The latest upload into each place, `sponsor/project[/dataset]`, as it was requested on the upload screen. Uploaded files
 * cause no change here: they are the ones that have left the queue, which spares every small file an update of a long list.
 */
type RequestedUploads = Readonly<Record<string, RequestedUpload>>;

const slice = createSlice({
  name: 'requestedUploads',
  initialState: (): RequestedUploads => ({}),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(filesQueued, plain(request))
      .addCase(
        fileRemoved,
        plain((state: RequestedUploads, { id }: Payload<typeof fileRemoved>) => drop(state, [id])),
      )
      .addCase(
        queueCancelled,
        plain((state: RequestedUploads, { ids }: Payload<typeof queueCancelled>) => drop(state, ids)),
      )
      .addCase(placeDeleted, plain(forget)),
});

type Payload<Creator extends (...args: never[]) => { readonly payload: unknown }> = ReturnType<Creator>['payload'];

export const requestedUploadsReducer = slice.reducer;

function request(
  state: RequestedUploads,
  { files, request: requested }: Payload<typeof filesQueued>,
): RequestedUploads {
  const [first] = files;
  if (requested === undefined || first === undefined) return state;
  const { sponsorId, userId } = first;
  const upload: RequestedUpload = {
    ...requested.choice,
    owner: { sponsorId, userId },
    files: files.map(({ id, key, size }) => ({ id, key, size })),
    dropped: [],
  };
  return { ...state, [`${sponsorId}/${requested.keyPrefix}`]: upload };
}

function drop(state: RequestedUploads, ids: readonly string[]): RequestedUploads {
  const dropped = new Set(ids);
  const changed = Object.entries(state).flatMap(([place, upload]): [string, RequestedUpload][] => {
    const own = upload.files.filter(({ id }) => dropped.has(id)).map(({ id }) => id);
    return own.length === 0 ? [] : [[place, { ...upload, dropped: [...upload.dropped, ...own] }]];
  });
  return changed.length === 0 ? state : { ...state, ...Object.fromEntries(changed) };
}

function forget(state: RequestedUploads, { path }: Payload<typeof placeDeleted>): RequestedUploads {
  const kept = Object.entries(state).filter(([place]) => !isInPlace(place, path));
  return kept.length === Object.keys(state).length ? state : Object.fromEntries(kept);
}

export interface WithRequestedUploads {
  readonly requestedUploads: RequestedUploads;
}

type State = WithRequestedUploads & WithUploads & WithSession;

/** Returns the signed-in user's latest upload into `sponsor/project[/dataset]`. */
export function selectRequestedUpload(state: State, place: string | undefined): RequestedUpload | undefined {
  const upload = place === undefined ? undefined : state.requestedUploads[place];
  return upload !== undefined && belongsTo(upload.owner, selectSessionOwner(state)) ? upload : undefined;
}

const NOTHING_QUEUED: QueuedIds = { sending: [], failed: [] };

const idsOf = weakMapMemoize((files: RequestedUpload['files']) => new Set(files.map(({ id }) => id)));

/** Cached by chunk, because an event changes one chunk of the queue. */
const queuedOf = weakMapMemoize((chunk: readonly UploadFile[], files: RequestedUpload['files']): QueuedIds => {
  const ids = idsOf(files);
  const own = chunk.filter(({ id }) => ids.has(id));
  const idsIn = (isFailed: boolean) =>
    own.filter(({ progress }) => (progress.phase === 'failed') === isFailed).map(({ id }) => id);
  return { sending: idsIn(false), failed: idsIn(true) };
});

/** Returns the files of a requested upload that are still in the queue. */
export const selectQueuedIds = createSelector(
  [({ uploads }: State) => uploads.files, selectRequestedUpload],
  (chunks, upload): QueuedIds => {
    if (upload === undefined) return NOTHING_QUEUED;
    const queued = chunks.map((chunk) => queuedOf(chunk, upload.files));
    return {
      sending: queued.flatMap(({ sending }) => sending),
      failed: queued.flatMap(({ failed }) => failed),
    };
  },
);

/**
 * Returns the files with a prefix that the signed-in user has uploaded while the queue is not empty. Afterwards, the lists are
 * up to date.
 */
export function selectUploadedBelow(state: State, prefix: string): readonly QueuedFile[] {
  if (!selectHasUploads(state)) return [];
  return Object.keys(state.requestedUploads).flatMap((place) => {
    const upload = selectRequestedUpload(state, place);
    if (upload === undefined) return [];
    const queued = selectQueuedIds(state, place);
    const others = new Set([...queued.sending, ...queued.failed, ...upload.dropped]);
    return upload.files
      .filter(({ id, key }) => key.startsWith(prefix) && !others.has(id))
      .map(({ key, size }) => ({ key, size, isFailed: false }));
  });
}
