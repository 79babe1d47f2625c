import { createSelector, createSlice, weakMapMemoize, type PayloadAction } from '@reduxjs/toolkit';
import { belongsTo } from '../../domain/session/session';
import type { UploadFile } from '../../domain/uploads/upload';
import type { QueuedIds, RequestedUpload } from '../../domain/uploads/uploadResult';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { isInPlace, placeDeleted } from '../deletedPlaces';
import type { WithUploads } from './uploadsSelectors';
import { filesQueued, fileWithdrawn, queueCancelled } from './uploadsSlice';

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
      .addCase(filesQueued, (state, { payload: { files, request } }) => {
        const [first] = files;
        if (request === undefined || first === undefined) return state;
        const { sponsorId, userId } = first;
        const requested: RequestedUpload = {
          ...request.choice,
          owner: { sponsorId, userId },
          files: files.map(({ id, key, size }) => ({ id, key, size })),
          dropped: [],
        };
        return { ...state, [`${sponsorId}/${request.keyPrefix}`]: requested };
      })
      .addCase(fileWithdrawn, (state, { payload: { id } }) => drop(state, [id]))
      .addCase(queueCancelled, (state, { payload: { ids } }: PayloadAction<{ readonly ids: readonly string[] }>) =>
        drop(state, ids),
      )
      .addCase(placeDeleted, (state, { payload: { path } }) =>
        Object.fromEntries(Object.entries(state).filter(([place]) => !isInPlace(place, path))),
      ),
});

export const requestedUploadsReducer = slice.reducer;

function drop(state: RequestedUploads, ids: readonly string[]): RequestedUploads {
  const dropped = new Set(ids);
  return Object.fromEntries(
    Object.entries(state).map(([place, upload]) => {
      const own = upload.files.filter(({ id }) => dropped.has(id)).map(({ id }) => id);
      return [place, own.length === 0 ? upload : { ...upload, dropped: [...upload.dropped, ...own] }];
    }),
  );
}

export interface WithRequestedUploads {
  readonly requestedUploads: RequestedUploads;
}

type State = WithRequestedUploads & WithUploads & WithSession;

/** Returns the signed-in user's latest upload into `sponsor/project[/dataset]`. */
export function selectRequestedUpload(state: State, place: string): RequestedUpload | undefined {
  const upload = state.requestedUploads[place];
  return upload !== undefined && belongsTo(upload.owner, selectSessionOwner(state)) ? upload : undefined;
}

const NOTHING_QUEUED: QueuedIds = { sending: 0, failed: [] };

const idsOf = weakMapMemoize((files: RequestedUpload['files']) => new Set(files.map(({ id }) => id)));

/** Cached by chunk, because an event changes one chunk of the queue. */
const queuedOf = weakMapMemoize((chunk: readonly UploadFile[], files: RequestedUpload['files']): QueuedIds => {
  const ids = idsOf(files);
  const own = chunk.filter(({ id }) => ids.has(id));
  const failed = own.filter(({ progress }) => progress.phase === 'failed').map(({ id }) => id);
  return { sending: own.length - failed.length, failed };
});

/** Returns the files of a requested upload that are still in the queue. */
export const selectQueuedIds = createSelector(
  [({ uploads }: State) => uploads.files, selectRequestedUpload],
  (chunks, upload): QueuedIds => {
    if (upload === undefined) return NOTHING_QUEUED;
    const queued = chunks.map((chunk) => queuedOf(chunk, upload.files));
    return {
      sending: queued.reduce((sum, { sending }) => sum + sending, 0),
      failed: queued.flatMap(({ failed }) => failed),
    };
  },
);
