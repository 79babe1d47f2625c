import { screen, within } from '@testing-library/react';
import {
  cancelRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
} from '../../../src/transfers/fetches/fetchesSlice';
import { aFetch } from '../../support/builders';
import { createFakeDisk } from '../../support/fakeDisk';
import { createFakePorts } from '../../support/fakePorts';
import { sentence } from '../../support/sentence';
import { renderPanel } from './renderPanel';

const id = 'fetch-1';
const panel = () => within(screen.getByRole('region', { name: 'Transfers' }));
const differs = { kind: 'content-differs', fileName: 'a.tif' } as const;

describe('the tab of downloads into folders', () => {
  it('shows the progress of the file that is downloaded, and pauses', async () => {
    const fetch = aFetch({
      phase: 'running',
      next: 1,
      saved: { verified: 1, present: 0, unverifiable: 0 },
      savedBytes: 10,
      current: { index: 1, bytes: 4 },
    });
    const { user, lastAction } = renderPanel({ fetches: [fetch] });
    expect(panel().getByRole('tab', { name: 'Folders (1)' })).toHaveAttribute('aria-selected', 'true');
    expect(panel().getByRole('progressbar', { name: 'b.tif' })).toHaveAttribute('aria-valuenow', '40');
    expect(panel().getByText(/^46% · .* · 1 of 3 files$/)).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Pause' }));
    expect(lastAction()).toEqual(pauseRequested({ id }));
  });

  it.each([
    [0, 'Comparing with the folder'],
    [3, 'Writing the checksum files'],
  ])('says what it does between files after %i of 3 files', (next, text) => {
    renderPanel({ fetches: [aFetch({ phase: 'running', next })] });
    expect(panel().getByText(text)).toBeInTheDocument();
  });

  it('asks for permission before it resumes', async () => {
    const disk = createFakeDisk();
    disk.fail(() => 'forbidden');
    const ports = createFakePorts({ folders: disk.folders });
    const fetch = aFetch({ phase: 'paused', fault: { kind: 'folder-forbidden' } });
    const { user, lastAction } = renderPanel({ fetches: [fetch] }, ports);
    expect(panel().getByText(/needs your permission/)).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Resume' }));
    expect(lastAction()).not.toEqual(resumeRequested({ id }));
    expect(ports.recorded.toasts).toHaveLength(1);
    disk.fail(() => undefined);
    await user.click(panel().getByRole('button', { name: 'Resume' }));
    expect(lastAction()).toEqual(resumeRequested({ id }));
    expect(ports.recorded.toasts).toEqual([]);
  });

  it('lists the files that could not be saved, which are retried or dismissed', async () => {
    const fetch = aFetch({ phase: 'ended', next: 3, setAside: [{ index: 0, failure: differs }] });
    const { user, lastAction } = renderPanel({ fetches: [fetch] });
    expect(panel().getByText('1 file could not be saved')).toBeInTheDocument();
    const unsaved = panel().getByRole('list', { name: 'Files that could not be saved' });
    expect(unsaved).toHaveTextContent(/^a\.tif was not saved: /);
    await user.click(panel().getByRole('button', { name: 'Retry' }));
    expect(lastAction()).toEqual(retryRequested({ id }));
    await user.click(panel().getByRole('button', { name: 'Dismiss' }));
    expect(lastAction()).toEqual(cancelRequested({ id }));
  });

  it.each([
    [0, 'No file has been saved in Disk yet.'],
    [1, 'The file saved in Disk so far is kept.'],
    [2, 'The 2 files saved in Disk so far are kept.'],
  ])('says before cancelling that %i saved files are kept', async (verified, text) => {
    const { user } = renderPanel({ fetches: [aFetch({ saved: { verified, present: 0, unverifiable: 0 } })] });
    await user.click(panel().getByRole('button', { name: 'Cancel' }));
    expect(
      within(await screen.findByRole('dialog', { name: 'Are you sure?' })).getByText(sentence(text)),
    ).toBeVisible();
  });

  it('cancels after a confirmation', async () => {
    const { user, lastAction } = renderPanel({ fetches: [aFetch()] });
    await user.click(panel().getByRole('button', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
    expect(dialog.getByText('Please confirm to cancel the ongoing process')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(lastAction()).toEqual(cancelRequested({ id }));
  });
});
