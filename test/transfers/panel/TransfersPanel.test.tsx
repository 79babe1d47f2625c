import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { sessionLost } from '../../../src/session/sessionSlice';
import * as downloads from '../../../src/transfers/downloads/downloadsSlice';
import { saveRecordingRequested } from '../../../src/transfers/transferReducers';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { aDownload, anUploadFile } from '../../support/builders';
import { renderPanel } from './renderPanel';

const button = (name: string) => screen.getByRole('button', { name });
const noButton = (name: string) => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
const selectedTab = () => screen.getByRole('tab', { selected: true });

describe('the transfers panel', () => {
  it('has a menu from which the recording is saved, by keyboard too', async () => {
    const { user, lastAction } = renderPanel({ downloads: [aDownload()] });
    const menu = button('More actions for transfers');
    menu.focus();
    await user.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: 'Save transfer recording' });
    await user.click(item);
    expect(lastAction()).toEqual(saveRecordingRequested());
    await waitFor(() => expect(menu).toHaveFocus());
  });

  it('is not there while there is nothing', () => {
    renderPanel({});
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('counts both queues in its tabs', () => {
    renderPanel({ downloads: [aDownload()], uploads: [anUploadFile(), anUploadFile({ id: 'file-2' })] });
    const panel = within(screen.getByRole('region', { name: 'Transfers' }));
    expect(panel.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
    expect(panel.getByRole('tab', { name: 'Uploads (2)' })).toBeVisible();
  });

  it('shows the tab that a person chooses, and the other one when it empties', async () => {
    const { user, store } = renderPanel({ downloads: [aDownload()], uploads: [anUploadFile()] });
    await user.click(screen.getByRole('tab', { name: 'Downloads (1)' }));
    expect(selectedTab()).toHaveAccessibleName('Downloads (1)');
    act(() => void store.dispatch(downloads.downloadRemoved({ id: 'download-1' })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
  });

  const upload = (id: string) => uploads.filesQueued({ files: [anUploadFile({ id })] });

  it('selects the first tab with content by itself: downloads, or uploads where there are none', () => {
    renderPanel({ downloads: [aDownload()] });
    expect(selectedTab()).toHaveAccessibleName('Downloads (1)');
    cleanup();
    renderPanel({ uploads: [anUploadFile()] });
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
  });

  it('does not turn to what comes later', () => {
    const { store } = renderPanel({ uploads: [anUploadFile()] });
    act(() => void store.dispatch(downloads.downloadQueued({ item: aDownload() })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
  });

  it('does not turn from restored downloads to an upload that comes later', () => {
    const { store } = renderPanel({ downloads: [aDownload()] });
    act(() => void store.dispatch(upload('file-1')));
    expect(selectedTab()).toHaveAccessibleName('Downloads (1)');
  });

  it('does not turn back to a tab that had emptied', () => {
    const { store } = renderPanel({ downloads: [aDownload()] });
    act(() => void store.dispatch(upload('file-1')));
    act(() => void store.dispatch(downloads.downloadRemoved({ id: 'download-1' })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
    act(() => void store.dispatch(downloads.downloadQueued({ item: aDownload() })));
    expect(selectedTab()).toHaveAccessibleName('Uploads (1)');
  });

  it('holds to the choice of a person while that tab has content, whatever comes and goes in the other', async () => {
    const { user, store } = renderPanel({ downloads: [aDownload()], uploads: [anUploadFile()] });
    await user.click(screen.getByRole('tab', { name: 'Uploads (1)' }));
    act(() => void store.dispatch(downloads.downloadRemoved({ id: 'download-1' })));
    act(() => void store.dispatch(downloads.downloadQueued({ item: aDownload() })));
    act(() => void store.dispatch(upload('file-2')));
    expect(selectedTab()).toHaveAccessibleName('Uploads (2)');
  });

  it('stays collapsed when it turns by itself', async () => {
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

  it('shows nothing of anybody while nobody is signed in', () => {
    const { store } = renderPanel({ downloads: [aDownload()], uploads: [anUploadFile()] });
    act(() => void store.dispatch(sessionLost()));
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });
});

describe('a download', () => {
  const preparing = aDownload({ phase: 'preparing', totalSize: 2048, completedSize: 512, totalFiles: 3 });

  it('shows how much of the archive is made, under its name', () => {
    renderPanel({ downloads: [preparing] });
    expect(screen.getByRole('progressbar', { name: 'acme-brains-TC042.zip' })).toHaveAttribute('aria-valuenow', '25');
    expect(screen.getByText('3 files, 512 Bytes of 2.00 KB')).toBeVisible();
    expect(screen.getByText('Preparing')).toBeVisible();
  });

  it('of the downsampled images says so, since the same folder may be there as it is', () => {
    renderPanel({ downloads: [{ ...preparing, downsampled: true }] });
    expect(screen.getByText('downsampled, 3 files, 512 Bytes of 2.00 KB')).toBeVisible();
  });

  it('that is preparing is cancelled only when the person confirms', async () => {
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

  it('that is queued is removed at once', async () => {
    const { user, lastAction } = renderPanel({ downloads: [aDownload()] });
    noButton('Cancel');
    await user.click(button('Remove'));
    expect(lastAction()).toEqual(downloads.removeRequested({ id: 'download-1' }));
  });

  it('that failed says why and can be tried again', async () => {
    const failure = { kind: 'refused', status: 400, message: 'Too large' } as const;
    const { user, lastAction } = renderPanel({ downloads: [aDownload({ phase: 'failed', failure })] });
    expect(screen.getByText('Request failed with Error Too large')).toBeVisible();
    await user.click(button('retry'));
    expect(lastAction()).toEqual(downloads.retryRequested({ id: 'download-1' }));
  });

  it('says when the server does not answer', () => {
    renderPanel({ downloads: [{ ...preparing, lastPollError: { kind: 'unreachable' } }] });
    expect(screen.getByText('Preparing: the server does not answer, still trying')).toBeVisible();
  });

  it('says that the archive will hold fewer files than were asked for', () => {
    const path = ['acme/a', 'acme/b', 'acme/c', 'acme/d', 'acme/e'];
    renderPanel({ downloads: [{ ...preparing, path }] });
    expect(screen.getByText('Preparing; only 3 of 5 files')).toBeVisible();
  });

  it('says why the server refuses to tell how far it is', () => {
    renderPanel({ downloads: [{ ...preparing, lastPollError: { kind: 'refused', status: 500, message: 'Boom' } }] });
    expect(screen.getByText('Preparing: Request failed with Error Boom; still asking')).toBeVisible();
  });

  it('offers nothing more while it is being cancelled', () => {
    renderPanel({ downloads: [aDownload({ phase: 'cancelling' })] });
    expect(screen.getByText('Cancelling')).toBeVisible();
    noButton('Cancel');
    noButton('Remove');
  });

  it('list is cleared of what is queued', async () => {
    const { user, lastAction } = renderPanel({ downloads: [preparing, aDownload({ id: 'q', path: 'acme/q' })] });
    await user.click(button('Clear All'));
    expect(lastAction()).toEqual(downloads.clearAllRequested());
  });

  it('list with nothing to clear has nothing to press', () => {
    renderPanel({ downloads: [preparing] });
    expect(button('Clear All')).toBeDisabled();
  });
});

describe('the upload queue', () => {
  const session = { uploadId: 'up-1', parts: [] };
  const active = anUploadFile({ name: 'a.tif', size: 1000, progress: { phase: 'uploading', session } });
  const failed = (id: string) =>
    anUploadFile({ id, name: `${id}.tif`, progress: { phase: 'failed', failure: { kind: 'etag-hidden' } } });

  it('shows the progress of each file under its name, and of all', () => {
    const { store } = renderPanel({ uploads: [active, anUploadFile({ id: 'file-2', name: 'b.tif', size: 1000 })] });
    act(() => void store.dispatch(uploads.progressSampled({ id: 'file-1', inFlight: { 1: 500 } })));
    const valueOf = (name: string) => screen.getByRole('progressbar', { name }).getAttribute('aria-valuenow');
    expect([valueOf('a.tif'), valueOf('b.tif'), valueOf('All uploads')]).toEqual(['50', '0', '25']);
    expect(screen.getByText('25% · 500 Bytes of 1.95 KB')).toBeVisible();
  });

  it('is cancelled only when the person confirms', async () => {
    const { user, lastAction } = renderPanel({ uploads: [active] });
    await user.click(button('cancel'));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Are you sure?' })).getByRole('button', { name: 'Confirm' }),
    );
    expect(lastAction()).toEqual(uploads.cancelRequested());
  });

  it('is paused and resumed by one button, and says that it is paused', async () => {
    const { user, store, lastAction } = renderPanel({ uploads: [active] });
    await user.click(button('pause'));
    expect(lastAction()).toEqual(uploads.pauseRequested());
    act(() => void store.dispatch(uploads.queuePaused()));
    expect(screen.getByRole('status')).toHaveTextContent('Paused; resume goes on with what is already there');
    noButton('pause');
    expect(button('cancel')).toBeEnabled();
    await user.click(button('resume'));
    expect(lastAction()).toEqual(uploads.resumeRequested());
  });

  it('that has stopped since the storage takes no file says why, and that nothing is lost', () => {
    const { store } = renderPanel({ uploads: [active] });
    act(() => void store.dispatch(uploads.queuePaused({ fault: { kind: 'storage-unreachable', partNumber: 1 } })));
    expect(screen.getByRole('status')).toHaveTextContent(
      'The upload is paused: the storage takes no file. The storage could not be reached, or does not allow this page (CORS). What is already there is kept. Press resume to try again.',
    );
    expect(button('resume')).toBeEnabled();
  });

  it('of failed files alone has nothing to pause', () => {
    renderPanel({ uploads: [failed('bad')] });
    noButton('pause');
  });

  it('offers to retry a failed file, and says why it failed', async () => {
    const { user, lastAction } = renderPanel({ uploads: [failed('bad'), active] });
    expect(screen.getByText(/The CORS rules of the storage must expose `ETag`/)).toBeVisible();
    await user.click(button('retry'));
    expect(lastAction()).toEqual(uploads.retryRequested({ id: 'bad' }));
  });

  it('offers to retry all where several failed', async () => {
    const { user, lastAction } = renderPanel({ uploads: [failed('bad'), failed('worse')] });
    const [all, ...single] = screen.getAllByRole('button', { name: 'retry' });
    expect(single).toHaveLength(2);
    await user.click(all ?? document.body);
    expect(lastAction()).toEqual(uploads.retryRequested({}));
  });

  it.each([
    ['network', 'Waiting for the network; the upload goes on by itself'],
    ['session', 'Waiting for your login; the upload then goes on'],
  ] as const)('says that it waits for the %s', (reason, words) => {
    const { store } = renderPanel({ uploads: [active] });
    act(() => void store.dispatch(uploads.waitingStarted({ reason })));
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });

  it('of thousands has only those in sight in the document', () => {
    const files = Array.from({ length: 5_000 }, (_, index) => anUploadFile({ id: `f${index}`, name: `${index}.tif` }));
    renderPanel({ uploads: files });
    expect(screen.getByRole('tab', { name: 'Uploads (5000)' })).toBeVisible();
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(60);
  });

  it('of thousands tells of each row in sight which of how many it is', () => {
    const files = Array.from({ length: 5_000 }, (_, index) => anUploadFile({ id: `f${index}`, name: `${index}.tif` }));
    renderPanel({ uploads: files });
    for (const row of screen.getAllByRole('listitem')) {
      const index = Number.parseInt(row.textContent, 10);
      expect(row).toHaveAttribute('aria-posinset', String(index + 1));
      expect(row).toHaveAttribute('aria-setsize', '5000');
    }
  });
});
