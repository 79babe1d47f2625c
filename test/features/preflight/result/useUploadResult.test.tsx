import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { requestedUploadsReducer } from '../../../../src/features/preflight/result/requestedUploads';
import { useUploadResult } from '../../../../src/features/preflight/result/useUploadResult';
import { loginFound, sessionReducer } from '../../../../src/session/sessionSlice';
import { fileRemoved, fileSetAside, filesQueued, uploadsReducer } from '../../../../src/transfers/uploads/uploadsSlice';
import { anOwner, anUploadFile } from '../../../support/builders';

const CONTEXT = { place: 'acme/brains/TC042', serverFiles: new Map(), datasets: [], totals: () => undefined };

describe('the result of an upload', () => {
  it('counts no file as uploaded in any render after the upload was requested or a file was skipped', () => {
    const reducer = combineReducers({
      session: sessionReducer,
      uploads: uploadsReducer,
      requestedUploads: requestedUploadsReducer,
    });
    const store = configureStore({ reducer });
    store.dispatch(loginFound(anOwner()));
    const rendered: (number | undefined)[] = [];
    const wrapper = ({ children }: { readonly children: ReactNode }) => <Provider store={store}>{children}</Provider>;
    renderHook(() => rendered.push(useUploadResult(CONTEXT)?.counts.uploaded), { wrapper });
    const files = ['1', '2', '3'].map((id) => anUploadFile({ id, name: `${id}.tif` }));
    const choice = { leftOut: [], unread: 0, damaged: [] };
    act(() => void store.dispatch(filesQueued({ files, request: { keyPrefix: 'brains/TC042', choice } })));
    act(() => void store.dispatch(fileSetAside({ id: '1', failure: { kind: 'stalled', partNumber: 2 } })));
    act(() => void store.dispatch(fileRemoved({ id: '1' })));
    expect(new Set(rendered)).toEqual(new Set([undefined, 0]));
  });
});
