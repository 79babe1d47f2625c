import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { UploadEndBar } from '../../../src/features/transfers/UploadEndBar';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { placeDeleted } from '../../../src/transfers/deletedPlaces';
import {
  cancellingStarted,
  completionSent,
  fileCompleted,
  filesQueued,
  queueCancelled,
  startSent,
  uploadStarted,
} from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner, anUploadFile, aReceipt } from '../../support/builders';
import { renderRoute } from '../../support/renderRoute';
import { pass as passTime } from '../../support/virtualTime';

/** Renders the bar at an address, with files in the queue. */
function visit(at: string, ...keys: readonly string[]) {
  return visitWith({ at }, ...keys.map((key) => anUploadFile({ id: key, key })));
}

function visitWith(options: Parameters<typeof renderRoute>[1], ...files: readonly UploadFile[]) {
  const page = renderRoute(<UploadEndBar />, options);
  // The test dispatches the events of the sagas.
  page.stop();
  const dispatch = (...events: Parameters<typeof page.store.dispatch>[0][]) =>
    act(() => events.forEach((event) => page.store.dispatch(event)));
  const finish = (id: string) =>
    dispatch(
      startSent({ id }),
      uploadStarted({ id, uploadId: `upload of ${id}`, at: 1 }),
      completionSent({ id }),
      fileCompleted({ id, receipt: { ...aReceipt(), parts: [] }, uploadId: 'up-1', lastFile: true }),
    );
  dispatch(filesQueued({ files }));
  return { ...page, dispatch, finish };
}

const bar = () => screen.queryByRole('region', { name: 'Finished upload' });
const shownBar = () => screen.findByRole('region', { name: 'Finished upload' });
const link = () => screen.queryByRole('link', { name: 'Show the files' });

describe('UploadEndBar', () => {
  it.each([
    ['acme/brains/TC042', false],
    ['acme/brains', false],
    ['acme/brains/TC04', true],
  ])('closes if the files were uploaded into the deleted place %s', async (path, isShown) => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif');
    page.finish('acme/brains/TC042/a.tif');
    await shownBar();
    page.dispatch(placeDeleted({ path, isPermanent: false }));
    expect(bar() !== null).toBe(isShown);
  });

  const REPLACING = ['a', 'b', 'c'].map((id) => anUploadFile({ id, key: `acme/brains/${id}`, act: 'a' }));
  const WITH_RESTORE = {
    at: '/acme',
    features: ['files.restoreReplaced'],
    server: { 'POST /manage/files/restore': { json: { restored: ['acme/brains/a', 'acme/brains/b'] } } },
  } as const;

  it('the end of an upload says how many files were replaced, also by a cancelled queue, and restores them', async () => {
    const page = visitWith(WITH_RESTORE, ...REPLACING);
    page.finish('a');
    page.finish('b');
    page.dispatch(cancellingStarted({ ids: ['c'] }), queueCancelled({ ids: ['c'] }));
    expect(await shownBar()).toHaveTextContent(/^2 files replaced\./);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(page.ports.recorded.toasts).toEqual([{ text: '2 files restored.', severity: 'success' }]),
    );
    const sent = page.server.calls.find(({ path }) => path === '/manage/files/restore');
    expect(sent?.body).toEqual({ keys: ['acme/brains/a', 'acme/brains/b'], act: 'a', replace: true });
    expect(bar()).toBeNull();
  });

  it('the end of an upload promises no way back if the server can’t restore replaced files', async () => {
    const page = visitWith({ at: '/acme', features: ['files.restore'] }, ...REPLACING.slice(0, 1));
    page.finish('a');
    expect(await shownBar()).not.toHaveTextContent('replaced');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('links to the dataset of all files and closes when the link is followed', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC042/raw/b.tif');
    page.finish('acme/brains/TC042/a.tif');
    expect(bar()).toBeNull();
    page.finish('acme/brains/TC042/raw/b.tif');
    expect(await shownBar()).toHaveTextContent('All 2 files are uploaded.');
    await userEvent.click(screen.getByRole('link', { name: 'Show the files' }));
    expect(page.router.state.location.pathname).toBe('/acme/brains/TC042');
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('links to the project if files went to several datasets', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC043/a.tif');
    page.finish('acme/brains/TC042/a.tif');
    page.finish('acme/brains/TC043/a.tif');
    await shownBar();
    expect(link()).toHaveAttribute('href', '/acme/brains');
  });

  it('shows no link to the current page and closes when dismissed', async () => {
    const page = visit('/acme/brains/TC042', 'acme/brains/TC042/a.tif');
    page.finish('acme/brains/TC042/a.tif');
    expect(await shownBar()).toHaveTextContent('The file is uploaded.');
    expect(link()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('does not count the files of a cancelled queue', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC042/b.tif');
    page.finish('acme/brains/TC042/a.tif');
    page.dispatch(
      cancellingStarted({ ids: ['acme/brains/TC042/b.tif'] }),
      queueCancelled({ ids: ['acme/brains/TC042/b.tif'] }),
    );
    expect(bar()).toBeNull();
    page.dispatch(filesQueued({ files: [anUploadFile({ id: 'c' })] }));
    page.finish('c');
    expect(await shownBar()).toHaveTextContent('The file is uploaded.');
  });

  describe('closes automatically', () => {
    beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
    const pass = (seconds: number) => act(() => passTime(seconds * 1_000));

    it('closes after it was visible for twenty seconds', async () => {
      const page = visit('/acme', 'acme/brains/TC042/a.tif');
      page.finish('acme/brains/TC042/a.tif');
      await pass(19);
      expect(bar()).not.toBeNull();
      await pass(2);
      expect(bar()).toBeNull();
    });

    it('closes with the next page once it was seen, but not immediately', async () => {
      const page = visit('/acme', 'acme/brains/TC042/a.tif');
      page.finish('acme/brains/TC042/a.tif');
      await pass(1);
      await act(() => page.router.navigate('/acme/brains'));
      expect(bar()).not.toBeNull();
      await pass(5);
      await act(() => page.router.navigate('/acme'));
      expect(bar()).toBeNull();
    });
  });

  it('is hidden from other users', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif');
    page.finish('acme/brains/TC042/a.tif');
    await shownBar();
    page.dispatch(sessionLost(), loginFound(anOwner({ userId: 'user-2' })));
    await waitFor(() => expect(bar()).toBeNull());
  });
});
