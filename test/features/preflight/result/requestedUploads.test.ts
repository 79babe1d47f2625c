import { combineReducers } from '@reduxjs/toolkit';
import { countUploaded } from '@data-manager/domain/uploads/uploadResult';
import {
  requestedUploadsReducer,
  selectQueuedIds,
  selectRequestedUpload,
  selectUploadedBelow,
} from '../../../../src/features/preflight/result/requestedUploads';
import { loginFound, sessionReducer } from '../../../../src/session/sessionSlice';
import { placeDeleted } from '../../../../src/transfers/deletedPlaces';
import * as uploads from '../../../../src/transfers/uploads/uploadsSlice';
import { anOwner, anUploadFile, aReceipt } from '../../../support/builders';

const PLACE = 'acme/brains/TC042';
const choice = { leftOut: [{ name: 'old.tif', reason: 'otherScan' }], unread: 0, damaged: [] } as const;
const reduce = combineReducers({
  session: sessionReducer,
  uploads: uploads.uploadsReducer,
  requestedUploads: requestedUploadsReducer,
});
const failure = { kind: 'stalled', partNumber: 2 } as const;

/** Requests the upload of three files, then applies events. */
function after(...events: readonly Parameters<typeof reduce>[1][]) {
  const files = ['1', '2', '3'].map((id) => anUploadFile({ id, name: `${id}.tif` }));
  const request = { keyPrefix: 'brains/TC042', choice };
  return [loginFound(anOwner()), uploads.filesQueued({ files, request }), ...events].reduce(
    (state, event) => reduce(state, event),
    reduce(undefined, { type: 'init' }),
  );
}

function countsOf(state: ReturnType<typeof reduce>) {
  const upload = selectRequestedUpload(state, PLACE);
  return upload && countUploaded(upload, selectQueuedIds(state, PLACE));
}

describe('the record of a requested upload', () => {
  it('has the files and the decisions of the upload screen', () => {
    expect(selectRequestedUpload(after(), PLACE)).toMatchObject({
      leftOut: [{ name: 'old.tif', reason: 'otherScan' }],
      files: [
        { key: 'acme/brains/TC042/1.tif' },
        { key: 'acme/brains/TC042/2.tif' },
        { key: 'acme/brains/TC042/3.tif' },
      ],
    });
  });

  it('tells uploaded, failed, skipped and waiting files apart', () => {
    const state = after(
      uploads.fileSetAside({ id: '1', failure }),
      uploads.fileSetAside({ id: '2', failure }),
      uploads.fileRemoved({ id: '2' }),
    );
    expect(countsOf(state)).toEqual({ requested: 3, uploaded: 0, sending: 1, failed: 1, dropped: 1 });
  });

  it('counts cancelled files as not uploaded', () => {
    const state = after(uploads.queueCancelled({ ids: ['1', '2', '3'] }));
    expect(countsOf(state)).toEqual({ requested: 3, uploaded: 0, sending: 0, failed: 0, dropped: 3 });
  });

  it('is not replaced by files that another screen uploads into the same place', () => {
    const other = uploads.filesQueued({ files: [anUploadFile({ id: '4', name: '4.tif' })] });
    expect(countsOf(after(other))).toMatchObject({ requested: 3, sending: 3 });
  });

  it('knows which files have been uploaded while others are still in the queue', () => {
    const complete = (id: string) =>
      uploads.fileCompleted({ id, receipt: { ...aReceipt(), parts: [] }, uploadId: 'up-1', lastFile: true });
    const send = (id: string) => [
      uploads.startSent({ id }),
      uploads.uploadStarted({ id, uploadId: 'up-1', at: 1 }),
      uploads.completionSent({ id }),
      complete(id),
    ];
    const keysOf = (state: ReturnType<typeof reduce>, prefix = `${PLACE}/`) =>
      selectUploadedBelow(state, prefix).map(({ key }) => key);
    const state = after(...send('1'), uploads.fileSetAside({ id: '2', failure }));
    expect(keysOf(state)).toEqual([`${PLACE}/1.tif`]);
    expect(keysOf(state, 'acme/livers/')).toEqual([]);
    expect(keysOf(after(...send('1'), ...send('2'), ...send('3')))).toEqual([]);
  });

  it('is shown only to the user who requested it', () => {
    const state = after(loginFound(anOwner({ userId: 'user-2' })));
    expect(selectRequestedUpload(state, PLACE)).toBeUndefined();
  });

  it('disappears with its project', () => {
    const state = after(placeDeleted({ path: 'acme/brains', isPermanent: false }));
    expect(selectRequestedUpload(state, PLACE)).toBeUndefined();
  });

  it('stays the same object while other files are skipped or cancelled, and other places deleted', () => {
    const before = after().requestedUploads;
    const others = [
      uploads.fileRemoved({ id: '4' }),
      uploads.queueCancelled({ ids: ['4'] }),
      placeDeleted({ path: 'acme/kidneys', isPermanent: false }),
    ];
    for (const event of others) expect(requestedUploadsReducer(before, event)).toBe(before);
  });
});
