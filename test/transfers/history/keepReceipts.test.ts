import { ownReceipts, partMd5sOf, receiptName } from '@data-manager/domain/transfers/receipts';
import type { Ports } from '../../../src/platform/ports';
import { loginFound } from '../../../src/session/sessionSlice';
import { clearReceiptsRequested } from '../../../src/transfers/history/historySlice';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { anOwner, aReceipt } from '../../support/builders';
import { createMemoryRecords } from '../../support/fakePorts';
import { textWith } from '../../support/matchers';
import { aFile, bytesOfParts, md5OfPart, PUT_MS } from '../uploads/fakeStorage';
import { openUploadPage } from '../uploads/openUploadPage';

const pages = createReplayedPages();

async function visit(overrides: Partial<Ports> = {}, options: { readonly listsReceipts?: boolean } = {}) {
  const page = await openUploadPage(pages, { overrides, ...options });
  const kept = async () =>
    ownReceipts((await page.ports.records('receipts').readAll()) ?? new Map<string, unknown>(), anOwner()).receipts;
  return { ...page, kept };
}

/** Overrides methods of the record store of the receipts. */
function records(given: Partial<ReturnType<Ports['records']>>): Pick<Ports, 'records'> {
  const inMemory = createMemoryRecords();
  return { records: (name) => ({ ...inMemory(name), ...(name === 'receipts' ? given : {}) }) };
}

describe('keepReceipts', () => {
  it('stores how many files were left out with the first receipt of an upload', async () => {
    const { store, choose, kept, pass } = await visit();
    const files = ['a.tif', 'b.tif'].map((name) => choose(aFile(name, bytesOfParts(1))));
    const leftOut = (['damaged', 'excluded', 'system'] as const).map((reason) => ({ name: reason, reason }));
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files, choice: { leftOut, unread: 0, damaged: [] } }));
    await pass(5 * PUT_MS);
    const counts = (await kept()).map((receipt) => [receiptName(receipt), receipt.leftOut]);
    expect(counts.sort()).toEqual([
      ['a.tif', { files: 2, damaged: 1 }],
      ['b.tif', undefined],
    ]);
  });

  it('stores the receipt of a finished file in the browser', async () => {
    const { upload, kept, pass, ports } = await visit();
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(5 * PUT_MS);
    const [receipt, ...others] = await kept();
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      key: 'acme/brains/TC042/a.tif',
      size: bytesOfParts(2),
      retries: 0,
      endedAt: ports.clock.now(),
    });
    expect(receipt && partMd5sOf(receipt)).toEqual([md5OfPart('a.tif', 1), md5OfPart('a.tif', 2)]);
  });

  it('stores only receipts with something that the server does not know if the server lists receipts', async () => {
    const { store, choose, kept, pass } = await visit({}, { listsReceipts: true });
    const files = ['a.tif', 'b.tif'].map((name) => choose(aFile(name, bytesOfParts(1))));
    const renamed = choose(aFile('c.tif', bytesOfParts(1)), { newName: 'd.tif' });
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [...files, renamed] }));
    await pass(10 * PUT_MS);
    expect((await kept()).map(receiptName)).toEqual(['d.tif']);
  });

  it('stores the receipt of the last file without delay, since the page may be closed', async () => {
    const { upload, kept, pass, completions } = await visit();
    upload(aFile('a.tif', 1));
    await pass(PUT_MS);
    expect(completions).toHaveLength(1);
    expect(await kept()).toHaveLength(1);
  });

  it('stores nothing for a file that is still uploading', async () => {
    const { upload, kept, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(PUT_MS / 2);
    expect(await kept()).toEqual([]);
  });

  it('stores receipts that arrive during a write together afterwards', async () => {
    const writes: string[][] = [];
    let finishWrite: () => void = () => undefined;
    const put = (written: Iterable<readonly [string, unknown]>) => {
      writes.push([...written].map(([key]) => key));
      return new Promise<boolean>((resolve) => {
        finishWrite = () => resolve(true);
      });
    };
    const { upload, pass, count } = await visit(records({ put }));
    upload(aFile('a.tif', 1), aFile('b.tif', 1), aFile('c.tif', 1), aFile('d.tif', 1));
    await pass(10 * PUT_MS);
    expect(writes.map((keys) => keys.length)).toEqual([1]);
    finishWrite();
    await pass(PUT_MS);
    expect(writes.map((keys) => keys.length)).toEqual([1, 3]);
    finishWrite();
    await pass(0);
    expect(count('history/receiptsKept')).toBe(2);
  });

  it('stores receipts that arrived during a write without waiting for its end when the page is hidden', async () => {
    const writes: string[][] = [];
    const put = (written: Iterable<readonly [string, unknown]>) => {
      writes.push([...written].map(([key]) => key));
      return new Promise<boolean>(() => undefined);
    };
    const { upload, pass, ports } = await visit(records({ put }));
    upload(aFile('a.tif', 1), aFile('b.tif', 1), aFile('c.tif', 1), aFile('d.tif', 1));
    await pass(10 * PUT_MS);
    ports.control.hidePage();
    await pass(0);
    expect(writes.map((keys) => keys.length)).toEqual([1, 3]);
  });

  it('warns once if the browser refuses, and the upload completes', async () => {
    const { upload, pass, ports, store, completions } = await visit(records({ put: () => Promise.resolve(false) }));
    upload(aFile('a.tif', 1), aFile('b.tif', 1));
    await pass(10 * PUT_MS);
    expect(completions).toHaveLength(2);
    expect(ports.recorded.toasts).toEqual([
      { text: textWith('This browser can’t store receipts'), severity: 'warning' },
    ]);
    expect(store.getState().history.receiptChanges).toBe(0);
  });
});

it('clearReceiptsRequested deletes the receipts of the signed-in user, including unreadable ones', async () => {
  const { store, ports, pass } = await visit();
  const receipts = ports.records('receipts');
  await receipts.put([
    ['own', aReceipt({ id: 'own' })],
    ['damaged', { ...aReceipt(), size: 'much' }],
    ['foreign', aReceipt({ id: 'foreign', userId: 'user-2' })],
  ]);
  const keys = ['own', 'damaged', 'foreign'];
  store.dispatch(clearReceiptsRequested({ keys }));
  await pass(0);
  expect([...((await receipts.readAll()) ?? [])].map(([key]) => key)).toEqual(['foreign']);
  expect(store.getState().history.receiptChanges).toBe(1);
  store.dispatch(loginFound(anOwner({ userId: 'user-2' })));
  store.dispatch(clearReceiptsRequested({ keys }));
  await pass(0);
  expect(await receipts.readAll()).toEqual(new Map());
});

it('clearReceiptsRequested keeps a receipt that another tab has added since the list was shown', async () => {
  const { store, ports, pass } = await visit();
  const receipts = ports.records('receipts');
  await receipts.put(['seen', 'added'].map((id) => [id, aReceipt({ id })] as const));
  store.dispatch(clearReceiptsRequested({ keys: ['seen'] }));
  await pass(0);
  expect([...((await receipts.readAll()) ?? [])].map(([key]) => key)).toEqual(['added']);
});

it.each([
  ['read', { readAll: () => Promise.resolve(undefined) }],
  ['delete', { remove: () => Promise.resolve(false) }],
])('clearReceiptsRequested shows that nothing was deleted if the browser refuses to %s', async (_, refusal) => {
  const { store, ports, pass } = await visit(records(refusal));
  store.dispatch(clearReceiptsRequested({ keys: ['own'] }));
  await pass(0);
  expect(ports.recorded.toasts.map(({ text }) => text)).toEqual(['The browser refused to clear the receipts.']);
  expect(store.getState().history.receiptChanges).toBe(0);
});
