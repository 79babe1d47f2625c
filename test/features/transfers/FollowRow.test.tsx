import { act, screen, within } from '@testing-library/react';
import {
  idleTimeRequested,
  removeRequested,
  resumeRequested,
  setAsideFixRequested,
  stopRequested,
} from '../../../src/transfers/follows/followsSlice';
import { queuePaused, waitingStarted } from '../../../src/transfers/uploads/uploadsSlice';
import { aFollow, anUploadFile } from '../../support/builders';
import { createFakeDisk } from '../../support/fakeDisk';
import { createFakePorts } from '../../support/fakePorts';
import { sentence } from '../../support/sentence';
import { renderPanel } from './renderPanel';

const id = 'follow-1';
const panel = () => within(screen.getByRole('region', { name: 'Transfers' }));

describe('a followed folder in the panel', () => {
  it('shows how many expected images have arrived and the time of the last new file, and stops', async () => {
    const follow = aFollow({
      expected: { sections: 4, channels: [1] },
      images: [{ layer: 1, channel: 1, sections: [{ first: 1, last: 2 }] }],
      lastNewAt: Date.parse('2026-11-23T12:00:00Z'),
      growing: 1,
    });
    const { user, lastAction } = renderPanel({ follows: [follow] });
    expect(panel().getByRole('tab', { name: 'Folders (1)' })).toHaveAttribute('aria-selected', 'true');
    expect(panel().getByTitle('Scan → TC042')).toHaveTextContent('Scan → TC042');
    expect(panel().getByRole('progressbar', { name: 'Scan' })).toHaveAttribute('aria-valuenow', '50');
    expect(panel().getByText(/^2 of 4 images/)).toBeInTheDocument();
    expect(panel().getByText(/^Last change: .* · 1 being written$/)).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Stop following' }));
    expect(lastAction()).toEqual(stopRequested({ id }));
  });

  it('says of a followed folder that all known images have arrived, and that it looks for more, even if none came for long', () => {
    const images = [{ layer: 1, channel: 1, sections: [{ first: 1, last: 3 }] }];
    renderPanel({ follows: [aFollow({ expected: { sections: 3, channels: [1] }, images, isIdle: true })] });
    expect(panel().getByText('All 3 sections have arrived. Still looking for new files.')).toBeInTheDocument();
    expect(panel().getByRole('button', { name: 'Stop following' })).toBeInTheDocument();
  });

  it('shows that new files wait for the connection while the browser is offline', () => {
    const ports = createFakePorts();
    renderPanel({ follows: [aFollow({ isIdle: true })] }, ports);
    act(() => ports.control.setOnline(false));
    expect(panel().getByText('Offline. New files are uploaded as soon as the connection is back.')).toBeInTheDocument();
    act(() => ports.control.setOnline(true));
    expect(panel().getByText(sentence('No new file in Scan for 30 minutes.'))).toBeInTheDocument();
  });

  it('a followed folder does not say that its files are being uploaded while the upload is paused', () => {
    const { store } = renderPanel({ follows: [aFollow({ phase: 'stopping' })], uploads: [anUploadFile()] });
    act(() => panel().getByRole('tab', { name: 'Folders (1)' }).click());
    expect(panel().getByText('Stopping: the files found so far are being uploaded')).toBeInTheDocument();
    act(() => void store.dispatch(queuePaused()));
    expect(
      panel().getByText('The upload is paused. Following stops when the files found so far are uploaded.'),
    ).toBeInTheDocument();
  });

  it('shows that files wait for the connection while the server can’t be reached', () => {
    const { store } = renderPanel({ follows: [aFollow({ phase: 'stopping' })], uploads: [anUploadFile()] });
    act(() => void store.dispatch(waitingStarted({ reason: 'network' })));
    expect(panel().getByRole('tab', { name: 'Folders (1)' })).toBeInTheDocument();
    act(() => panel().getByRole('tab', { name: 'Folders (1)' }).click());
    expect(panel().getByText('Offline. Following stops when the files found so far are uploaded.')).toBeInTheDocument();
  });

  it('shows the images of another dataset in one row, whose decision is about all of them', async () => {
    const aside = (path: string, prefix: string) =>
      ({ path, name: path, size: 1, reason: { kind: 'foreign', prefix } }) as const;
    const setAside = [aside('a', 'TC043'), aside('b', 'TC043'), aside('c', 'TC044')];
    const { user, lastAction } = renderPanel({ follows: [aFollow({ setAside, setAsideCount: 3 })] });
    const rows = within(panel().getByRole('list', { name: 'Files set aside' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'TC043_…Named for another dataset. Check the destination.Upload anywayLeave out',
      'TC044_…Named for another dataset. Check the destination.Upload anywayLeave out',
    ]);
    expect(panel().queryByText(/more file/)).toBeNull();
    await user.click(panel().getByRole('button', { name: 'Upload anyway: files named for TC043' }));
    expect(lastAction()).toEqual(setAsideFixRequested({ id, path: 'b', fix: { kind: 'upload' } }));
  });

  it('lets the user choose after which time a lack of new files is reported', async () => {
    const { user, lastAction } = renderPanel({ follows: [aFollow({ isIdle: true })] });
    expect(panel().getByText(sentence('No new file in Scan for 30 minutes.'))).toBeInTheDocument();
    expect(panel().queryByRole('progressbar')).toBeNull();
    await user.selectOptions(panel().getByRole('combobox', { name: 'Alert me if no new file appears for' }), '1 hour');
    expect(lastAction()).toEqual(idleTimeRequested({ id, idleAfterMs: 3_600_000 }));
  });

  it('asks for permission before it resumes', async () => {
    const disk = createFakeDisk();
    disk.fail(() => 'forbidden');
    const ports = createFakePorts({ folders: disk.folders });
    const { user, lastAction } = renderPanel({ follows: [aFollow({ phase: 'waiting', reason: 'permission' })] }, ports);
    expect(panel().getByText(/needs your permission/)).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Resume' }));
    expect(ports.recorded.toasts).toHaveLength(1);
    disk.fail(() => undefined);
    await user.click(panel().getByRole('button', { name: 'Resume' }));
    expect(lastAction()).toEqual(resumeRequested({ id }));
  });

  it('fixes files that were set aside in place', async () => {
    const setAside = [
      { path: 'a.tif', name: 'a.tif', size: 1, reason: { kind: 'invalid-name' } },
      { path: 'b.tif', name: 'b.tif', size: 1, reason: { kind: 'content', problem: 'truncated' } },
    ] as const;
    const { user, lastAction } = renderPanel({ follows: [aFollow({ setAside, setAsideCount: 2 })] });
    expect(panel().getByText('Damaged: truncated')).toBeInTheDocument();
    const field = panel().getByRole('textbox', { name: 'New name for a.tif' });
    await user.clear(field);
    await user.type(field, 'still wrong.tif');
    expect(field).toBeInvalid();
    expect(panel().getByRole('button', { name: 'Rename a.tif' })).toBeDisabled();
    await user.clear(field);
    await user.type(field, 'TC042_S000001_L01_ch01.tif');
    await user.click(panel().getByRole('button', { name: 'Rename a.tif' }));
    const fix = { kind: 'rename', newName: 'TC042_S000001_L01_ch01.tif' } as const;
    expect(lastAction()).toEqual(setAsideFixRequested({ id, path: 'a.tif', fix }));
    await user.click(panel().getByRole('button', { name: 'Upload anyway: b.tif' }));
    expect(lastAction()).toEqual(setAsideFixRequested({ id, path: 'b.tif', fix: { kind: 'upload' } }));
    await user.click(panel().getByRole('button', { name: 'Leave out: b.tif' }));
    expect(lastAction()).toEqual(setAsideFixRequested({ id, path: 'b.tif', fix: { kind: 'skip' } }));
  });

  it('shows how it has ended until it is dismissed', async () => {
    const { user, lastAction } = renderPanel({ follows: [aFollow({ phase: 'ended', how: 'rested', endedAt: 1 })] });
    expect(
      panel().getByText(sentence('No longer following Scan. Nothing in it has changed for 24 hours.')),
    ).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Dismiss' }));
    expect(lastAction()).toEqual(removeRequested({ id }));
  });
});
