import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { UploadEndBar } from '../../../src/transfers/panel/UploadEndBar';
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

/** Somebody at an address, with files that go up. */
function visit(at: string, ...keys: readonly string[]) {
  const page = renderRoute(<UploadEndBar />, { at });
  // The facts are told here, not found out by the sagas.
  page.stop();
  const tell = (...facts: Parameters<typeof page.store.dispatch>[0][]) =>
    act(() => facts.forEach((fact) => page.store.dispatch(fact)));
  const finish = (id: string) =>
    tell(
      startSent({ id }),
      uploadStarted({ id, uploadId: `upload of ${id}`, at: 1 }),
      completionSent({ id }),
      fileCompleted({ id, receipt: { ...aReceipt(), parts: [] } }),
    );
  tell(filesQueued({ files: keys.map((key) => anUploadFile({ id: key, key })) }));
  return { ...page, tell, finish };
}

const bar = () => screen.queryByRole('region', { name: 'Finished upload' });
const shownBar = () => screen.findByRole('region', { name: 'Finished upload' });
const link = () => screen.queryByRole('link', { name: 'Show the files' });

describe('the end of an upload', () => {
  it('stands on the page with the way to the dataset into which all went, and goes when the way is taken', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC042/raw/b.tif');
    page.finish('acme/brains/TC042/a.tif');
    expect(bar()).toBeNull();
    page.finish('acme/brains/TC042/raw/b.tif');
    expect(await shownBar()).toHaveTextContent('All 2 files are uploaded.');
    await userEvent.click(screen.getByRole('link', { name: 'Show the files' }));
    expect(page.router.state.location.pathname).toBe('/acme/brains/TC042');
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('leads to the project where several of its datasets got files', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC043/a.tif');
    page.finish('acme/brains/TC042/a.tif');
    page.finish('acme/brains/TC043/a.tif');
    await shownBar();
    expect(link()).toHaveAttribute('href', '/acme/brains');
  });

  it('leads nowhere for whoever is there already, and goes when it is closed', async () => {
    const page = visit('/acme/brains/TC042', 'acme/brains/TC042/a.tif');
    page.finish('acme/brains/TC042/a.tif');
    expect(await shownBar()).toHaveTextContent('The file is uploaded.');
    expect(link()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('is none where the queue was cancelled after some of its files, and counts none of them later', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC042/b.tif');
    page.finish('acme/brains/TC042/a.tif');
    page.tell(cancellingStarted(), queueCancelled({ ids: ['acme/brains/TC042/b.tif'] }));
    expect(bar()).toBeNull();
    page.tell(filesQueued({ files: [anUploadFile({ id: 'c' })] }));
    page.finish('c');
    expect(await shownBar()).toHaveTextContent('The file is uploaded.');
  });

  it('is shown to nobody but whose files they were', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif');
    page.finish('acme/brains/TC042/a.tif');
    await shownBar();
    page.tell(sessionLost(), loginFound(anOwner({ userId: 'somebody else' })));
    await waitFor(() => expect(bar()).toBeNull());
  });
});
