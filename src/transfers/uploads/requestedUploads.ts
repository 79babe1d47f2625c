import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RequestedUpload } from '../../domain/uploads/uploadResult';
import { isInPlace, placeDeleted } from '../deletedPlaces';
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
