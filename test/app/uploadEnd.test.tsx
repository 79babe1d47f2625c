import { act, waitFor } from '@testing-library/react';
import { UploadEnd } from '../../src/app/UploadEnd';
import { sessionLost } from '../../src/session/sessionSlice';
import {
  cancellingStarted,
  fileCompleted,
  fileCompleting,
  filesQueued,
  fileStarting,
  queueCancelled,
  uploadStarted,
} from '../../src/transfers/uploads/uploadsSlice';
import { anUploadFile, aReceipt } from '../support/builders';
import { renderRoute } from '../support/renderRoute';

/** Somebody at an address, with files that go up. */
function visit(at: string, ...keys: readonly string[]) {
  const page = renderRoute(<UploadEnd />, { at });
  // The facts are told here, not found out by the sagas.
  page.stop();
  const tell = (...facts: Parameters<typeof page.store.dispatch>[0][]) =>
    act(() => {
      for (const fact of facts) page.store.dispatch(fact);
      return Promise.resolve();
    });
  const finish = (id: string) =>
    tell(
      fileStarting({ id }),
      uploadStarted({ id, uploadId: `upload of ${id}`, at: 1 }),
      fileCompleting({ id }),
      fileCompleted({ id, receipt: { ...aReceipt(), parts: [] } }),
    );
  const queue = () => tell(filesQueued({ files: keys.map((key) => anUploadFile({ id: key, key })) }));
  return { ...page, tell, queue, finish };
}

const toasts = ({ ports }: ReturnType<typeof visit>) => ports.recorded.toasts;

describe('the end of an upload', () => {
  it('is told once, with the way to the dataset into which all went', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC042/raw/b.tif');
    await page.queue();
    await page.finish('acme/brains/TC042/a.tif');
    expect(toasts(page)).toEqual([]);
    await page.finish('acme/brains/TC042/raw/b.tif');
    await waitFor(() => expect(toasts(page)).toHaveLength(1));
    expect(toasts(page)).toMatchObject([
      {
        text: 'All 2 files are uploaded.',
        severity: 'success',
        link: { words: 'Show in TC042', address: '/acme/brains/TC042' },
      },
    ]);
    await act(() => {
      toasts(page)[0]?.link?.follow();
      return Promise.resolve();
    });
    expect(page.router.state.location.pathname).toBe('/acme/brains/TC042');
    expect(toasts(page)).toHaveLength(1);
  });

  it('leads to the project where several of its datasets got files', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC043/a.tif');
    await page.queue();
    await page.finish('acme/brains/TC042/a.tif');
    await page.finish('acme/brains/TC043/a.tif');
    await waitFor(() => expect(toasts(page)).toHaveLength(1));
    expect(toasts(page)).toMatchObject([{ link: { words: 'Show in brains', address: '/acme/brains' } }]);
  });

  it('leads nowhere for whoever is there already', async () => {
    const page = visit('/acme/brains/TC042', 'acme/brains/TC042/a.tif');
    await page.queue();
    await page.finish('acme/brains/TC042/a.tif');
    await waitFor(() => expect(toasts(page)).toHaveLength(1));
    expect(toasts(page)).toEqual([{ text: 'The file is uploaded.', severity: 'success' }]);
  });

  it('is none where the queue was cancelled after some of its files', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC042/b.tif');
    await page.queue();
    await page.finish('acme/brains/TC042/a.tif');
    await page.tell(cancellingStarted(), queueCancelled({ ids: ['acme/brains/TC042/b.tif'] }));
    // A later upload is told, and nothing before it.
    await page.tell(filesQueued({ files: [anUploadFile({ id: 'c' })] }));
    await page.finish('c');
    await waitFor(() => expect(toasts(page)).toMatchObject([{ text: 'The file is uploaded.' }]));
  });

  it('is none while the session is lost and files wait', async () => {
    const page = visit('/acme', 'acme/brains/TC042/a.tif', 'acme/brains/TC042/b.tif');
    await page.queue();
    await page.finish('acme/brains/TC042/a.tif');
    await page.tell(sessionLost());
    expect(toasts(page)).toEqual([]);
  });
});
