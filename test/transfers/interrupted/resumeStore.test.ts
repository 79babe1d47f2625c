import type { Ports } from '../../../src/platform/ports';
import { rememberHandle } from '../../../src/platform/reading/fileRegistry';
import { loginFound } from '../../../src/session/sessionSlice';
import { placeDeleted, placeRestored } from '../../../src/transfers/deletedPlaces';
import {
  reopenRequested,
  resumeRequested,
  type InterruptedState,
} from '../../../src/transfers/interrupted/interruptedSlice';
import { cancelRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { anOwner } from '../../support/builders';
import { pass } from '../../support/virtualTime';
import { aFile, bytesOfParts, PUT_MS } from '../uploads/fakeStorage';
import { aBrowser, anInterruptedUpload } from './aBrowser';

const LOST = { status: 404, json: { msg: 'No such upload', code: 'NO_SUCH_UPLOAD' } };
const MIB_64 = 64 * 1024 * 1024;
const pages = createReplayedPages();

/** Returns the result of the latest selection. */
function resultOf({ status }: InterruptedState) {
  return status.kind === 'idle' ? status.result : undefined;
}

describe('an upload whose page was closed', () => {
  it('is offered by the next page with the remaining files', async () => {
    const { openTab } = await anInterruptedUpload(pages);
    const { summary, interrupted, queue } = await openTab();
    expect(summary()).toMatchObject({ left: 2, total: 2, stored: 2 * MIB_64, sent: 3 * MIB_64 });
    expect(interrupted()).toMatchObject({ isElsewhere: false, isReopenable: false });
    expect(queue()).toEqual([]);
  });

  it('resumes with the chosen files: only missing parts are sent, under the same upload id', async () => {
    const { openTab, operations, completions, stored } = await anInterruptedUpload(pages);
    const { rechoose, queue, interrupted } = await openTab();
    rechoose(aFile('b.tif', 10), aFile('a.tif', bytesOfParts(5)));
    await pass(5 * PUT_MS);
    expect(operations).toEqual([
      ...['urls 3', 'PUT 3', 'PUT 4', 'PUT 5', 'complete a.tif up-1'],
      ...['start b.tif', 'urls 1', 'PUT 1', 'complete b.tif up-2'],
    ]);
    expect(completions).toMatchObject([
      { parts: [1, 2, 3, 4, 5].map((PartNumber) => ({ PartNumber })), lastFile: false },
      { lastFile: true },
    ]);
    expect(queue()).toEqual([]);
    expect(interrupted().files).toEqual([]);
    expect([...(await stored('upload-journal')), ...(await stored('upload-journal-parts'))]).toEqual([]);
  });

  it('does not offer completed files, but counts them', async () => {
    const { openTab, operations } = aBrowser(pages);
    const first = await openTab();
    first.upload(aFile('done.tif', 1), aFile('a.tif', bytesOfParts(5)));
    await pass(2 * PUT_MS + PUT_MS / 2);
    await first.end();
    operations.length = 0;
    const { summary, rechoose } = await openTab();
    expect(summary()).toMatchObject({ left: 1, total: 2 });
    rechoose(aFile('done.tif', 1), aFile('a.tif', bytesOfParts(5)));
    await pass(3 * PUT_MS);
    expect(operations.filter((one) => one.startsWith('complete'))).toEqual(['complete a.tif up-2']);
  });

  it('can be interrupted and resumed repeatedly', async () => {
    const { openTab, operations } = await anInterruptedUpload(pages);
    const second = await openTab();
    second.rechoose(aFile('a.tif', bytesOfParts(5)));
    await pass(PUT_MS / 2);
    await second.end();
    const third = await openTab();
    expect(third.summary()).toMatchObject({ left: 2 });
    third.rechoose(aFile('a.tif', bytesOfParts(5)));
    await pass(3 * PUT_MS);
    expect(operations.filter((one) => one.startsWith('complete'))).toEqual(['complete a.tif up-1']);
  });

  it('refuses a changed file and resumes the others', async () => {
    const { openTab, operations } = await anInterruptedUpload(pages);
    const { rechoose, interrupted, summary } = await openTab();
    rechoose(aFile('a.tif', bytesOfParts(5) - 1), aFile('b.tif', 10));
    await pass(2 * PUT_MS);
    expect(resultOf(interrupted())).toMatchObject({
      resumed: 1,
      refused: [{ failure: { kind: 'file-changed', fileName: 'a.tif' } }],
    });
    expect(summary()).toMatchObject({ left: 1, total: 2 });
    expect(operations).toEqual(['start b.tif', 'urls 1', 'PUT 1', 'complete b.tif up-2']);
  });

  it('refuses a file of the same name, size and time whose content differs from the uploaded parts', async () => {
    const { openTab, operations } = await anInterruptedUpload(pages);
    const { store, choose, interrupted } = await openTab();
    const other = aFile('other.tif', bytesOfParts(5));
    store.dispatch(resumeRequested({ files: [{ ...choose(other), name: 'a.tif' }] }));
    await pass(2 * PUT_MS);
    expect(resultOf(interrupted())).toMatchObject({ resumed: 0, refused: [{ failure: { kind: 'file-changed' } }] });
    expect(operations).toEqual([]);
  });

  it('keeps files that were not selected, and counts selected files that do not belong to it', async () => {
    const { openTab } = await anInterruptedUpload(pages);
    const { rechoose, interrupted, summary, queue } = await openTab();
    rechoose(aFile('a.tif', bytesOfParts(5)), aFile('holiday.jpg', 10));
    await pass(PUT_MS / 2);
    expect(resultOf(interrupted())).toEqual({
      resumed: 1,
      missing: 1,
      foreign: 1,
      forbidden: 0,
      elsewhere: 0,
      refused: [],
    });
    expect(summary()).toMatchObject({ left: 1, total: 2 });
    rechoose(aFile('b.tif', 10));
    await pass(0);
    expect(queue().map(({ name }) => name)).toEqual(['a.tif', 'b.tif']);
  });

  it('is not uploaded again silently if the page closed while it was being completed', async () => {
    const { openTab, operations, answer } = aBrowser(pages);
    const first = await openTab();
    answer('complete', 'hanging');
    first.upload(aFile('a.tif', 10));
    await pass(2 * PUT_MS);
    await first.end();
    const second = await openTab();
    operations.length = 0;
    answer('complete', LOST);
    second.rechoose(aFile('a.tif', 10));
    await pass(PUT_MS);
    expect(operations).toEqual(['complete a.tif up-1']);
    expect(second.queue()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'completion-unknown' } } }]);
  });

  it('is offered only to the user who started it', async () => {
    const { openTab } = await anInterruptedUpload(pages);
    const { store, summary } = await openTab({}, { user_id: 'user-2' });
    expect(summary().left).toBe(0);
    store.dispatch(loginFound(anOwner()));
    await pass(0);
    expect(summary().left).toBe(2);
  });
});

describe('files that the browser can reopen', () => {
  const reopening =
    (result: 'opened' | 'forbidden' | 'missing'): Ports['reopenFiles'] =>
    (wanted) => {
      const size: Readonly<Record<string, number>> = { 'a.tif': bytesOfParts(5), 'b.tif': 10 };
      return Promise.resolve(
        new Map(
          wanted.map(({ id, handle }) => {
            const name = String(handle);
            return [id, result === 'opened' ? { kind: result, file: aFile(name, size[name] ?? 0) } : { kind: result }];
          }),
        ),
      );
    };

  /** Like `anInterruptedUpload`, with file handles. */
  async function anUploadWithHandles() {
    const browser = await anInterruptedUpload(pages);
    const store = browser.records('upload-journal');
    for (const [key, record] of (await store.readAll()) ?? []) {
      const { name } = record as { readonly name: string };
      await store.put([[key, { ...(record as object), handle: name }]]);
    }
    return browser;
  }

  it('stores files that the browser can reopen with their handles', async () => {
    const { openTab, records } = aBrowser(pages);
    const { upload } = await openTab();
    const file = aFile('a.tif', bytesOfParts(5));
    rememberHandle(file, { kind: 'file', name: 'a.tif' } as FileSystemHandle);
    upload(file, aFile('b.tif', 10));
    await pass(PUT_MS / 2);
    expect([...((await records('upload-journal').readAll())?.values() ?? [])]).toMatchObject([
      { name: 'a.tif', handle: { kind: 'file', name: 'a.tif' } },
      expect.not.objectContaining({ handle: expect.anything() as unknown }),
    ]);
  });

  it('resumes files that the browser can reopen with one click', async () => {
    const { openTab, operations } = await anUploadWithHandles();
    const { store, interrupted } = await openTab({ reopenFiles: reopening('opened') });
    expect(interrupted().isReopenable).toBe(true);
    store.dispatch(reopenRequested());
    await pass(5 * PUT_MS);
    expect(operations.filter((one) => one.startsWith('complete'))).toEqual([
      'complete a.tif up-1',
      'complete b.tif up-2',
    ]);
  });

  it('keeps files interrupted if the user denies permission to reopen them', async () => {
    const { openTab, operations } = await anUploadWithHandles();
    const { store, interrupted, summary } = await openTab({ reopenFiles: reopening('forbidden') });
    store.dispatch(reopenRequested());
    await pass(PUT_MS);
    expect(resultOf(interrupted())).toMatchObject({ resumed: 0, forbidden: 2, refused: [] });
    expect(summary().left).toBe(2);
    expect(operations).toEqual([]);
  });

  it('refuses to resume files that were deleted', async () => {
    const { openTab } = await anUploadWithHandles();
    const { store, interrupted } = await openTab({ reopenFiles: reopening('missing') });
    store.dispatch(reopenRequested());
    await pass(PUT_MS);
    expect(resultOf(interrupted())).toMatchObject({
      resumed: 0,
      forbidden: 0,
      refused: [{ failure: { kind: 'file-gone', fileName: 'a.tif' } }, { failure: { fileName: 'b.tif' } }],
    });
  });
});

describe('discarding an interrupted upload', () => {
  it('aborts it on the server and deletes its records', async () => {
    const { openTab, operations, stored } = await anInterruptedUpload(pages);
    const { discard, summary, interrupted } = await openTab();
    discard();
    await pass(0);
    expect(operations).toEqual(['cancel a.tif up-1']);
    expect(summary().left).toBe(0);
    expect(interrupted().status).toEqual({ kind: 'idle' });
    expect([...(await stored('upload-journal')), ...(await stored('upload-journal-parts'))]).toEqual([]);
  });

  it('deletes the records of an upload that the server has lost', async () => {
    const { openTab, answer, stored } = await anInterruptedUpload(pages);
    const { discard } = await openTab();
    answer('cancel', LOST);
    discard();
    await pass(0);
    expect(await stored('upload-journal')).toEqual([]);
  });

  it('keeps the records and shows an error if the server can’t be reached', async () => {
    const { openTab, answer, stored } = await anInterruptedUpload(pages);
    const tab = await openTab();
    answer('cancel', 'unreachable');
    tab.discard();
    await pass(0);
    expect(tab.summary()).toMatchObject({ left: 1 });
    expect(tab.toasts()).toEqual([
      'The interrupted upload could not be discarded: the server did not confirm it. Please try again.',
    ]);
    expect(await stored('upload-journal-parts')).toHaveLength(2);
  });
});

it('an upload in another tab is offered as soon as that tab is closed', async () => {
  const { openTab } = aBrowser(pages);
  const first = await openTab();
  first.upload(aFile('a.tif', bytesOfParts(5)));
  await pass(PUT_MS + PUT_MS / 2);
  const second = await openTab();
  expect(second.summary().left).toBe(0);
  expect(second.interrupted().isElsewhere).toBe(true);
  await first.end();
  expect(second.summary()).toMatchObject({ left: 1, stored: 2 * MIB_64 });
  expect(second.interrupted().isElsewhere).toBe(false);
});

it('the resume store contains no records of a cancelled upload', async () => {
  const { openTab, stored } = aBrowser(pages);
  const { store, upload } = await openTab();
  upload(aFile('a.tif', bytesOfParts(5)), aFile('b.tif', 10));
  await pass(PUT_MS + PUT_MS / 2);
  expect(await stored('upload-journal')).toHaveLength(2);
  expect(await stored('upload-journal-parts')).toHaveLength(2);
  store.dispatch(cancelRequested());
  await pass(PUT_MS);
  expect([...(await stored('upload-journal')), ...(await stored('upload-journal-parts'))]).toEqual([]);
});

it('the resume store is written once for many small files', async () => {
  const writes = jest.fn();
  const { openTab, records } = aBrowser(pages);
  const { upload } = await openTab({
    records: (name) => ({
      ...records(name),
      put: (written) => {
        const batch = [...written];
        if (name === 'upload-journal') writes(batch.length);
        return records(name).put(batch);
      },
    }),
  });
  upload(aFile('a.tif', 10), ...Array.from({ length: 20 }, (_, index) => aFile(`${index}.tif`, 10)));
  await pass(PUT_MS / 3);
  expect(writes.mock.calls).toEqual([[21]]);
});

it('the resume store shows one warning if it can’t be written, and the upload continues', async () => {
  const refusing = {
    readAll: () => Promise.resolve(undefined),
    read: () => Promise.resolve(undefined),
    put: () => Promise.resolve(false),
    remove: () => Promise.resolve(false),
  };
  const { openTab, completions } = aBrowser(pages);
  const { upload, toasts } = await openTab({ records: () => refusing });
  upload(aFile('a.tif', 10), aFile('b.tif', 10));
  await pass(5 * PUT_MS);
  expect(completions).toHaveLength(2);
  expect(toasts().filter((text) => text.startsWith('If this page closes, the upload can’t be resumed'))).toHaveLength(
    1,
  );
});

it('the resume store skips and deletes an unreadable record, and offers the others', async () => {
  const { openTab, records, stored } = await anInterruptedUpload(pages);
  await records('upload-journal').put([['broken', { kind: 'file' }]]);
  await records('upload-journal-parts').put([['broken/1', {}]]);
  const { summary, toasts } = await openTab();
  expect(summary().left).toBe(2);
  expect(toasts()).toEqual(['The record of 1 interrupted upload could not be read. It can’t be resumed.']);
  expect(await stored('upload-journal')).toHaveLength(2);
  expect(await stored('upload-journal-parts')).toHaveLength(2);
});

describe('the interrupted upload into a deleted dataset', () => {
  const path = 'acme/brains/TC042';

  it('is hidden immediately, and offered again if the deletion is undone', async () => {
    const { openTab, stored } = await anInterruptedUpload(pages);
    const { store, summary } = await openTab();
    const before = summary();
    store.dispatch(placeDeleted({ path, isPermanent: false }));
    await pass(0);
    expect(summary().left).toBe(0);
    store.dispatch(placeRestored({ path }));
    await pass(0);
    expect(summary()).toEqual(before);
    await pass(60_000);
    expect(summary()).toEqual(before);
    expect(await stored('upload-journal')).toHaveLength(2);
  });

  it('is discarded once the deletion can no longer be undone', async () => {
    const { openTab, stored, operations } = await anInterruptedUpload(pages);
    const { store, toasts } = await openTab();
    store.dispatch(placeDeleted({ path: 'acme/brains', isPermanent: false }));
    await pass(60_000);
    expect(operations).toEqual(['cancel a.tif up-1']);
    expect(await stored('upload-journal')).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('is discarded immediately if the deletion is permanent', async () => {
    const { openTab, stored } = await anInterruptedUpload(pages);
    const { store } = await openTab();
    store.dispatch(placeDeleted({ path, isPermanent: true }));
    await pass(0);
    expect(await stored('upload-journal')).toEqual([]);
  });

  it.each([0, 60_000])('does not hide uploads into a dataset made with the same title %d ms later', async (later) => {
    const { openTab, stored } = await anInterruptedUpload(pages);
    const [deleting, other] = [await openTab(), await openTab()];
    deleting.store.dispatch(placeDeleted({ path, isPermanent: false }));
    other.store.dispatch(placeDeleted({ path, isPermanent: false, fromOtherTab: true }));
    await pass(later);
    const uploading = await openTab();
    uploading.upload(aFile('a.tif', bytesOfParts(5)));
    await pass(PUT_MS + PUT_MS / 2);
    await uploading.end();
    for (const tab of [deleting, other]) tab.ports.control.returnToPage();
    await pass(0);
    expect(deleting.summary().left).toBe(1);
    expect(other.summary().left).toBe(1);
    await pass(60_000);
    expect(deleting.summary().left).toBe(1);
    expect(await stored('upload-journal')).toHaveLength(1);
  });

  it('stays if another dataset was deleted', async () => {
    const { openTab } = await anInterruptedUpload(pages);
    const { store, summary } = await openTab();
    store.dispatch(placeDeleted({ path: 'acme/brains/TC04', isPermanent: true }));
    await pass(0);
    expect(summary().left).toBe(2);
  });
});
