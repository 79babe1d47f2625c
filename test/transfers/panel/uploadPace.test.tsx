import { act, screen } from '@testing-library/react';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { notificationsAllowed, notificationsRequested } from '../../../src/transfers/panel/panelSlice';
import { downloadStarted } from '../../../src/transfers/downloads/downloadsSlice';
import { aDownload, anUploadFile } from '../../support/builders';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';
import { renderPanel } from './renderPanel';

const held = { uploadId: 'up-1', parts: [] };
const MIB = 1024 * 1024;
const active = anUploadFile({ name: 'a.tif', size: 50 * MIB, progress: { phase: 'uploading', held } });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** One file on its way, and a clock that goes on with the timers. */
function start() {
  const ports = createFakePorts();
  const { store } = renderPanel({ uploads: [active] }, ports);
  let second = 0;
  /** One second in which so much is sent. */
  const passSecond = (sentBytes: number) => {
    second += 1;
    ports.control.setNow(FAKE_NOW_MS + second * 1_000);
    act(() => {
      store.dispatch(uploads.progressSampled({ id: 'file-1', inFlight: { 1: sentBytes } }));
    });
    act(() => {
      jest.advanceTimersByTime(1_000);
    });
  };
  return { store, passSecond };
}

describe('the head of the upload queue', () => {
  it('tells the rate and the time left once it knows them, and nothing in the first seconds', () => {
    const { passSecond } = start();
    passSecond(1 * MIB);
    passSecond(2 * MIB);
    expect(screen.getByText('4% · 2.00 MB of 50.00 MB')).toBeVisible();
    passSecond(3 * MIB);
    passSecond(4 * MIB);
    expect(screen.getByText('8% · 4.00 MB of 50.00 MB · 1.00 MB/s · 50 s left')).toBeVisible();
  });

  it('tells no rate while the queue is paused', () => {
    const { store, passSecond } = start();
    for (const second of [1, 2, 3, 4]) passSecond(second * MIB);
    act(() => void store.dispatch(uploads.queuePaused()));
    expect(screen.getByText('8% · 4.00 MB of 50.00 MB')).toBeVisible();
  });

  it('says that it is finalising when all is sent', () => {
    const { store, passSecond } = start();
    passSecond(50 * MIB);
    const part = { partNumber: 1, etag: 'e', md5: 'e' };
    act(() => void store.dispatch(uploads.partUploaded({ id: 'file-1', part })));
    act(() => void store.dispatch(uploads.fileCompleting({ id: 'file-1' })));
    expect(screen.getByText('100% · 50.00 MB of 50.00 MB · finalising')).toBeVisible();
    expect(screen.getByText('Finalising')).toBeVisible();
  });
});

describe('the wish to be notified', () => {
  it('is a box to tick beside the queue, ticked only when the browser allows it', () => {
    const { store, lastAction } = renderPanel({ uploads: [active] });
    const box = screen.getByRole('checkbox', { name: 'Notify me when done' });
    act(() => box.click());
    expect(lastAction()).toEqual(notificationsRequested({ wanted: true }));
    expect(box).not.toBeChecked();
    act(() => void store.dispatch(notificationsAllowed()));
    expect(box).toBeChecked();
    act(() => box.click());
    expect(lastAction()).toEqual(notificationsRequested({ wanted: false }));
  });
});

describe('a screen reader', () => {
  it('hears of downloads in the same place', () => {
    const { store } = renderPanel({ downloads: [aDownload()] });
    act(() => void store.dispatch(downloadStarted({ id: 'download-1', downloadId: 'ref-1' })));
    expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent('Preparing TC042.');
  });

  it('hears the start, the quarters and the end, and no percent between them', () => {
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
    act(() => void store.dispatch(uploads.fileFailed({ id: 'file-1', failure: { kind: 'etag-hidden' } })));
    expect(region).toHaveTextContent(/^a\.tif failed: .* 0 files uploaded, 1 failed\.$/);
  });
});
