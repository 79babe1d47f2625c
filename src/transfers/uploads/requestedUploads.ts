import { createSlice } from '@reduxjs/toolkit';
import type { RequestedUpload } from '@data-manager/domain/uploads/uploadResult';
import { isInPlace, placeDeleted } from '../deletedPlaces';
import { plain } from '../machine/phaseReducer';
import { fileRemoved, filesQueued, queueCancelled } from './uploadsSlice';

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
