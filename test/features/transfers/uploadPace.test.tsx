import { act, fireEvent, screen } from '@testing-library/react';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { anUploadFile } from '../../support/builders';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';
import { renderPanel } from './renderPanel';

const session = { uploadId: 'up-1', parts: [] };
const MIB = 1024 * 1024;
const active = anUploadFile({ name: 'a.tif', size: 50 * MIB, progress: { phase: 'uploading', session, inFlight: {} } });

beforeEach(() => void jest.useFakeTimers());

/** Renders one active file and a clock that advances with the timers. */
function start() {
  const ports = createFakePorts();
  const { store } = renderPanel({ uploads: [active] }, ports);
  let second = 0;
  /** Lets one second pass, at the end of which this many bytes are sent. */
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

describe('the summary of the upload queue', () => {
  it('shows rate and time left after the first seconds', () => {
    const { passSecond } = start();
    passSecond(1 * MIB);
    passSecond(2 * MIB);
    expect(screen.getByText('4% · 2.00 MB of 50.00 MB · 0 of 1 file')).toBeVisible();
    passSecond(3 * MIB);
    passSecond(4 * MIB);
    expect(screen.getByText('8% · 4.00 MB of 50.00 MB · 0 of 1 file · 1.00 MB/s · 50 s left')).toBeVisible();
  });

  it('leaves out what has been sent while the panel is collapsed, so that the rest is not cut', () => {
    const { passSecond } = start();
    fireEvent.click(screen.getByRole('button', { name: 'Collapse' }));
    for (const second of [1, 2, 3, 4]) passSecond(second * MIB);
    expect(screen.getByText('8% · 1.00 MB/s · 50 s left')).toBeVisible();
  });

  it('shows no rate while the queue is paused', () => {
    const { store, passSecond } = start();
    for (const second of [1, 2, 3, 4]) passSecond(second * MIB);
    act(() => void store.dispatch(uploads.queuePaused()));
    expect(screen.getByText('8% · 4.00 MB of 50.00 MB · 0 of 1 file')).toBeVisible();
  });

  it('shows that files are being finalised once all bytes are sent', () => {
    const { store, passSecond } = start();
    passSecond(50 * MIB);
    const part = { partNumber: 1, etag: 'e', md5: 'e' };
    act(() => void store.dispatch(uploads.partUploaded({ id: 'file-1', part })));
    act(() => void store.dispatch(uploads.completionSent({ id: 'file-1' })));
    expect(screen.getByText('100% · 50.00 MB of 50.00 MB · 0 of 1 file · finalising')).toBeVisible();
    expect(screen.getByText('Finalising')).toBeVisible();
  });
});
