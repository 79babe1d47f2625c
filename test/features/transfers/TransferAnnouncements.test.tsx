import { act } from '@testing-library/react';
import { loginFound } from '../../../src/session/sessionSlice';
import { downloadStarted } from '../../../src/transfers/downloads/downloadsSlice';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { aDownload, anOwner, anUploadFile } from '../../support/builders';
import { renderPanel } from './renderPanel';

const MIB = 1024 * 1024;
const active = anUploadFile({
  name: 'a.tif',
  size: 50 * MIB,
  progress: { phase: 'uploading', session: { uploadId: 'up-1', parts: [] }, inFlight: {} },
});

it('TransferAnnouncements announces downloads', () => {
  const { store } = renderPanel({ downloads: [aDownload()] });
  act(() => void store.dispatch(downloadStarted({ id: 'download-1', downloadId: 'ref-1' })));
  expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent('Preparing TC042.');
});

it('TransferAnnouncements does not show another user what was announced before', () => {
  const { store } = renderPanel({});
  act(() => void store.dispatch(uploads.filesQueued({ files: [active] })));
  const region = () => document.querySelector('[aria-live="polite"]');
  expect(region()).toHaveTextContent('Uploading 1 file.');
  act(() => void store.dispatch(loginFound(anOwner({ userId: 'user-2' }))));
  expect(region()).toBeInTheDocument();
  expect(region()).toHaveTextContent(/^$/);
});

it('TransferAnnouncements announces the start, each quarter and the end of an upload, and nothing in between', () => {
  const { store } = renderPanel({});
  const region = document.querySelector('[aria-live="polite"]');
  expect(region).toHaveTextContent(/^$/);
  act(() => void store.dispatch(uploads.filesQueued({ files: [active] })));
  expect(region).toHaveTextContent('Uploading 1 file.');
  const sample = (mib: number) =>
    act(() => void store.dispatch(uploads.progressSampled({ id: 'file-1', inFlight: { 1: mib * MIB } })));
  sample(5);
  expect(region).toHaveTextContent('Uploading 1 file.');
  sample(13);
  expect(region).toHaveTextContent('25% uploaded.');
  sample(20);
  expect(region).toHaveTextContent('25% uploaded.');
  act(() => void store.dispatch(uploads.fileSetAside({ id: 'file-1', failure: { kind: 'etag-hidden' } })));
  expect(region).toHaveTextContent(/^a\.tif failed: .* 0 files uploaded, 1 failed\.$/);
});
