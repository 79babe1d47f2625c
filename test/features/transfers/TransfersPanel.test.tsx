import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import * as downloads from '../../../src/transfers/downloads/downloadsSlice';
import { saveRecordingRequested } from '../../../src/transfers/saveRecordingRequested';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { aDownload, anOwner, anUploadFile } from '../../support/builders';
import { renderPanel } from './renderPanel';

const button = (name: string) => screen.getByRole('button', { name });
const noButton = (name: string) => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
const selectedTab = () => screen.getByRole('tab', { selected: true });

describe('TransfersPanel', () => {
  it('offers to save a recording in a menu that works by keyboard', async () => {
    const { user, lastAction } = renderPanel({ downloads: [aDownload()] });
    const menu = button('More actions for transfers');
    menu.focus();
    await user.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: 'Save transfer recording' });
    await user.click(item);
    expect(lastAction()).toEqual(saveRecordingRequested());
    await waitFor(() => expect(menu).toHaveFocus());
  });

  it('renders nothing while both queues are empty', () => {
    renderPanel({});
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('shows the length of each queue in its tab', () => {
    renderPanel({ downloads: [aDownload()], uploads: [anUploadFile(), anUploadFile({ id: 'file-2' })] });
    const panel = within(screen.getByRole('region', { name: 'Transfers' }));
    expect(panel.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
    expect(panel.getByRole('tab', { name: 'Uploads (2)' })).toBeVisible();
  });

  it('lets the list of waiting files, which has no buttons, be scrolled by keyboard', async () => {
    const { user } = renderPanel({ uploads: [anUploadFile(), anUploadFile({ id: 'file-2' })] });
    button('cancel').focus();
    await user.tab();
    expect(screen.getByRole('group', { name: 'Files in the queue' })).toHaveFocus();
  });

  it('shows the chosen tab, and the other one when it empties', async () => {
    const { user, store } = renderPanel({ downloads: [aDownload()], uploads: [anUploadFile()] });
    await user.click(screen.getByRole('tab', { name: 'Downloads (1)' }));
    expect(selectedTab()).toHaveAccessibleName('Downloads (1)');
    act(() => void store.dispatch(downloads.downloadRemoved({ id: 'download-1' })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
  });

  const upload = (id: string) => uploads.filesQueued({ files: [anUploadFile({ id })] });

  it('selects the first tab with content: downloads, then uploads', () => {
    renderPanel({ downloads: [aDownload()] });
    expect(selectedTab()).toHaveAccessibleName('Downloads (1)');
    cleanup();
    renderPanel({ uploads: [anUploadFile()] });
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
  });

  it('does not switch to a download that is added later', () => {
    const { store } = renderPanel({ uploads: [anUploadFile()] });
    act(() => void store.dispatch(downloads.downloadQueued({ item: aDownload() })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
  });

  it('does not switch from downloads to an upload that is added later', () => {
    const { store } = renderPanel({ downloads: [aDownload()] });
    act(() => void store.dispatch(upload('file-1')));
    expect(selectedTab()).toHaveAccessibleName('Downloads (1)');
  });

  it('does not switch back to a tab that was empty', () => {
    const { store } = renderPanel({ downloads: [aDownload()] });
    act(() => void store.dispatch(upload('file-1')));
    act(() => void store.dispatch(downloads.downloadRemoved({ id: 'download-1' })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
    act(() => void store.dispatch(downloads.downloadQueued({ item: aDownload() })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
  });

  it('keeps the chosen tab while it has content, regardless of changes in the other', async () => {
    const { user, store } = renderPanel({ downloads: [aDownload()], uploads: [anUploadFile()] });
    await user.click(screen.getByRole('tab', { name: 'Uploads (1)' }));
    act(() => void store.dispatch(downloads.downloadRemoved({ id: 'download-1' })));
    act(() => void store.dispatch(downloads.downloadQueued({ item: aDownload() })));
    act(() => void store.dispatch(upload('file-2')));
    expect(selectedTab()).toHaveAccessibleName('Uploads (2)');
  });

  it('stays collapsed when it switches tabs', async () => {
    const { user, store } = renderPanel({ downloads: [aDownload()], uploads: [anUploadFile()] });
    await user.click(button('Collapse'));
    act(() => void store.dispatch(downloads.downloadRemoved({ id: 'download-1' })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
    expect(button('Expand')).toBeVisible();
  });

  it('collapses to its tabs and expands again', async () => {
    const { user } = renderPanel({ downloads: [aDownload()] });
    expect(button('Collapse')).toHaveAttribute('aria-expanded', 'true');
    await user.click(button('Collapse'));
    expect(button('Expand')).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
    await user.click(button('Expand'));
    expect(screen.getByRole('progressbar')).toBeInTheDocument();
  });

  it('shows the progress of the downloads while it is collapsed', async () => {
    const sizes = { totalSize: 100, completedSize: 33 };
    const { user } = renderPanel({
      downloads: [
        aDownload({ phase: 'preparing', ...sizes }),
        aDownload({ id: 'download-2', path: 'acme/b', title: 'b' }),
      ],
    });
    await user.click(button('Collapse'));
    expect(screen.getByText('Preparing · 33% · 1 queued · TC042')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'acme-brains-TC042.zip' })).toHaveAttribute('aria-valuenow', '33');
  });

  it('renders nothing after the session is lost, and nothing of it to another user', () => {
    const { store } = renderPanel({ downloads: [aDownload()], uploads: [anUploadFile()] });
    act(() => void store.dispatch(sessionLost()));
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    act(() => void store.dispatch(loginFound(anOwner({ userId: 'user-2' }))));
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });
});

describe('the downloads tab', () => {
  const preparing = aDownload({ phase: 'preparing', totalSize: 2048, completedSize: 512, totalFiles: 3 });

  it('shows the progress of an archive in a bar with its name', () => {
    renderPanel({ downloads: [preparing] });
    expect(screen.getByRole('progressbar', { name: 'acme-brains-TC042.zip' })).toHaveAttribute('aria-valuenow', '25');
    expect(screen.getByText('3 files, 512 Bytes of 2.00 KB')).toBeVisible();
    expect(screen.getByText('Preparing')).toBeVisible();
  });

  it('marks a downsampled archive, since the full one of the same folder may be listed too', () => {
    renderPanel({ downloads: [{ ...preparing, downsampled: true }] });
    expect(screen.getByText('downsampled')).toBeVisible();
    expect(screen.getByText('3 files, 512 Bytes of about 2.00 KB')).toBeVisible();
  });

  it('shows the size of a complete archive once', () => {
    const ready = aDownload({ phase: 'ready', downsampled: true, totalSize: 2048, completedSize: 2048, totalFiles: 3 });
    renderPanel({ downloads: [ready] });
    expect(screen.getByText('3 files, 2.00 KB')).toBeVisible();
  });

  it('cancels a preparing download after confirmation', async () => {
    const { user, lastAction } = renderPanel({ downloads: [preparing] });
    await user.click(button('Cancel'));
    const dialog = screen.getByRole('dialog', { name: 'Are you sure?' });
    expect(dialog).toHaveTextContent('Please confirm to cancel the ongoing process');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(button('Cancel'));
    await user.click(button('Confirm'));
    expect(lastAction()).toEqual(downloads.cancelRequested({ id: 'download-1' }));
  });

  it('removes a queued download immediately', async () => {
    const { user, lastAction } = renderPanel({ downloads: [aDownload()] });
    noButton('Cancel');
    await user.click(button('Remove'));
    expect(lastAction()).toEqual(downloads.removeRequested({ id: 'download-1' }));
  });

  it('shows why a download failed and offers a retry', async () => {
    const failure = { kind: 'refused', status: 400, message: 'Too large' } as const;
    const { user, lastAction } = renderPanel({ downloads: [aDownload({ phase: 'failed', failure })] });
    expect(screen.getByText('Request failed with Error Too large')).toBeVisible();
    await user.click(button('Retry'));
    expect(lastAction()).toEqual(downloads.retryRequested({ id: 'download-1' }));
  });

  it('shows that the server does not respond', () => {
    renderPanel({ downloads: [{ ...preparing, lastPollError: { kind: 'unreachable' } }] });
    expect(screen.getByText('Preparing: no response from the server; retrying')).toBeVisible();
  });

  it('shows that an archive has fewer files than requested', () => {
    const path = ['acme/a', 'acme/b', 'acme/c', 'acme/d', 'acme/e'];
    renderPanel({ downloads: [{ ...preparing, path }] });
    expect(screen.getByText('Preparing (only 3 of 5 files)')).toBeVisible();
  });

  it('shows why the server refuses a poll', () => {
    renderPanel({ downloads: [{ ...preparing, lastPollError: { kind: 'refused', status: 500, message: 'Boom' } }] });
    expect(screen.getByText('Preparing: Request failed with Error Boom; retrying')).toBeVisible();
  });

  it('offers no button while a download is being cancelled', () => {
    renderPanel({ downloads: [aDownload({ phase: 'cancelling' })] });
    expect(screen.getByText('Cancelling')).toBeVisible();
    noButton('Cancel');
    noButton('Remove');
  });

  it('clears the queued downloads', async () => {
    const { user, lastAction } = renderPanel({ downloads: [preparing, aDownload({ id: 'q', path: 'acme/q' })] });
    await user.click(button('Clear All'));
    expect(lastAction()).toEqual(downloads.clearAllRequested({ ids: ['q'] }));
  });

  it('disables Clear All if there is nothing to clear', () => {
    renderPanel({ downloads: [preparing] });
    expect(button('Clear All')).toBeDisabled();
  });
});

describe('the uploads tab', () => {
  const session = { uploadId: 'up-1', parts: [] };
  const active = anUploadFile({ name: 'a.tif', size: 1000, progress: { phase: 'uploading', session, inFlight: {} } });
  const failed = (id: string) =>
    anUploadFile({ id, name: `${id}.tif`, progress: { phase: 'failed', failure: { kind: 'etag-hidden' } } });

  it('shows the progress of each file in a bar with its name, and of the whole queue', () => {
    const { store } = renderPanel({ uploads: [active, anUploadFile({ id: 'file-2', name: 'b.tif', size: 1000 })] });
    act(() => void store.dispatch(uploads.progressSampled({ id: 'file-1', inFlight: { 1: 500 } })));
    const valueOf = (name: string) => screen.getByRole('progressbar', { name }).getAttribute('aria-valuenow');
    expect([valueOf('a.tif'), valueOf('b.tif'), valueOf('All uploads')]).toEqual(['50', '0', '25']);
    expect(screen.getByText('25% · 500 Bytes of 1.95 KB · 0 of 2 files')).toBeVisible();
  });

  it('cancels the queue after confirmation', async () => {
    const { user, lastAction } = renderPanel({ uploads: [active] });
    await user.click(button('cancel'));
    expect(screen.getByRole('dialog', { name: 'Are you sure?' })).toHaveTextContent(
      'Please confirm to cancel the ongoing process1 file will be cancelled, and the uploaded parts deleted from the server.',
    );
    await user.click(
      within(screen.getByRole('dialog', { name: 'Are you sure?' })).getByRole('button', { name: 'Confirm' }),
    );
    expect(lastAction()).toEqual(uploads.cancelRequested());
  });

  it('pauses and resumes the queue with one button and shows that it is paused', async () => {
    const { user, store, lastAction } = renderPanel({ uploads: [active] });
    await user.click(button('Pause'));
    expect(lastAction()).toEqual(uploads.pauseRequested());
    act(() => void store.dispatch(uploads.queuePaused()));
    expect(screen.getByRole('status')).toHaveTextContent('Pausing… Parts that are nearly sent are finished first.');
    expect(screen.getByText('Pausing…')).toBeVisible();
    act(() => void store.dispatch(uploads.fileReturnedToQueue({ id: 'file-1' })));
    expect(screen.getByRole('status')).toHaveTextContent('Paused. Uploaded parts are kept.');
    expect(screen.getByText('Paused')).toBeVisible();
    noButton('Pause');
    expect(button('cancel')).toBeEnabled();
    await user.click(button('Resume'));
    expect(lastAction()).toEqual(uploads.resumeRequested());
  });

  it('shows why the storage stopped the queue and that uploaded parts are kept', () => {
    const { store } = renderPanel({ uploads: [active] });
    act(() => void store.dispatch(uploads.queuePaused({ fault: { kind: 'storage-unreachable', partNumber: 1 } })));
    expect(screen.getByRole('status')).toHaveTextContent(
      'The upload is paused: the storage does not accept files. The storage could not be reached or does not allow this page (CORS). Uploaded parts are kept. Press Resume to try again.',
    );
    expect(button('Resume')).toBeEnabled();
  });

  it('offers no pause if all files have failed', () => {
    renderPanel({ uploads: [failed('bad')] });
    noButton('Pause');
  });

  it('shows why a file failed and offers a retry', async () => {
    const { user, lastAction } = renderPanel({ uploads: [failed('bad'), active] });
    expect(screen.getByText(/The CORS rules of the storage must expose `ETag`/)).toBeVisible();
    await user.click(button('retry'));
    expect(lastAction()).toEqual(uploads.retryRequested({ id: 'bad' }));
  });

  it('offers to retry all files if several failed', async () => {
    const { user, lastAction } = renderPanel({ uploads: [failed('bad'), failed('worse')] });
    const [all, ...single] = screen.getAllByRole('button', { name: 'retry' });
    expect(single).toHaveLength(2);
    await user.click(all ?? document.body);
    expect(lastAction()).toEqual(uploads.retryRequested({}));
  });

  it('offers to skip or replace a file whose name is taken on the server', async () => {
    const failure = { kind: 'name-taken' } as const;
    const { user, lastAction } = renderPanel({
      uploads: [anUploadFile({ id: 'a', progress: { phase: 'failed', failure } })],
    });
    expect(screen.getByText(/^Another file of this name is on the server now/)).toBeVisible();
    noButton('retry');
    await user.click(button('Leave out'));
    expect(lastAction()).toEqual(uploads.takenNameRequested({ decision: 'skip', id: 'a' }));
    await user.click(button('Replace'));
    expect(lastAction()).toEqual(uploads.takenNameRequested({ decision: 'replace', id: 'a' }));
  });

  it('offers one decision about all files whose names are taken on the server', async () => {
    const taken = (id: string) => anUploadFile({ id, progress: { phase: 'failed', failure: { kind: 'name-taken' } } });
    const { user, lastAction } = renderPanel({ uploads: [taken('a'), taken('b'), failed('bad')] });
    expect(screen.getByText(/^2 files of these names are on the server now\./)).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'retry' })).toHaveLength(1);
    await user.click(button('Leave out all (2)'));
    expect(lastAction()).toEqual(uploads.takenNameRequested({ decision: 'skip' }));
    await user.click(button('Replace all (2)'));
    expect(lastAction()).toEqual(uploads.takenNameRequested({ decision: 'replace' }));
  });

  it.each([
    ['network', 'Offline. The upload resumes automatically.'],
    ['session', 'Signed out. The upload resumes after you sign in.'],
  ] as const)('shows that the queue waits for the %s', (reason, words) => {
    const { store } = renderPanel({ uploads: [active] });
    act(() => void store.dispatch(uploads.waitingStarted({ reason })));
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });

  it('renders only the visible rows of a queue of thousands', () => {
    const files = Array.from({ length: 5_000 }, (_, index) => anUploadFile({ id: `f${index}`, name: `${index}.tif` }));
    renderPanel({ uploads: files });
    expect(screen.getByRole('tab', { name: 'Uploads (5000)' })).toBeVisible();
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(60);
  });

  it('gives each visible row its position among thousands', () => {
    const files = Array.from({ length: 5_000 }, (_, index) => anUploadFile({ id: `f${index}`, name: `${index}.tif` }));
    renderPanel({ uploads: files });
    for (const row of screen.getAllByRole('listitem')) {
      const index = Number.parseInt(row.textContent, 10);
      expect(row).toHaveAttribute('aria-posinset', String(index + 1));
      expect(row).toHaveAttribute('aria-setsize', '5000');
    }
  });
});
