import type { Ports } from '../../../src/platform/ports';
import { placeDeleted } from '../../../src/transfers/deletedPlaces';
import { discardRequested, resumeRequested } from '../../../src/transfers/interrupted/interruptedSlice';
import type { RecordedStore } from '../../replay/createRecordedStore';
import { createReplayedPages } from '../../replay/expectToReplay';
import { pass } from '../../support/virtualTime';
import { aFile, bytesOfParts, PUT_MS } from '../uploads/fakeStorage';
import { aBrowser, anInterruptedUpload } from './aBrowser';

const pages = createReplayedPages();

/** What a tab sends that resumes `a.tif` after two parts. */
const REST_OF_A = ['urls 3', 'PUT 3', 'PUT 4', 'PUT 5', 'complete a.tif up-1'];
const LOST_A = ['1 interrupted file was resumed or discarded in another tab.'];
/** No message arrives: the tab shows what it has read until the user returns to it. */
const STALE: Partial<Ports> = { tabs: { post: () => undefined, onMessage: () => () => undefined } };

const a = () => aFile('a.tif', bytesOfParts(5));
const b = () => aFile('b.tif', 10);

async function inTwoTabs(browser: Awaited<ReturnType<typeof anInterruptedUpload>>, given: Partial<Ports> = {}) {
  return [await browser.openTab(given), await browser.openTab()] as const;
}

/** An interrupted upload in two tabs. The first one shows what it has read until the user returns to it. */
async function aStaleTab(list: RecordedStore[]) {
  const browser = await anInterruptedUpload(list);
  const [stale, other] = await inTwoTabs(browser, STALE);
  return { ...browser, stale, other };
}

describe('a tab that still offers an upload which another tab has resumed', () => {
  it('does not abort it when the user discards it', async () => {
    const { stale, other, operations } = await aStaleTab(pages);
    other.rechoose(a());
    await pass(PUT_MS / 2);
    stale.store.dispatch(discardRequested({ ids: [other.queue()[0]?.id ?? ''] }));
    await pass(4 * PUT_MS);
    expect(operations).toEqual(REST_OF_A);
    expect(stale.toasts()).toEqual(LOST_A);
    expect(stale.summary()).toMatchObject({ left: 1, bytes: 10 });
  });

  it('does not abort an upload into a deleted place that was resumed meanwhile', async () => {
    const { stale, other, operations } = await aStaleTab(pages);
    stale.store.dispatch(placeDeleted({ path: 'acme/brains/TC042', isPermanent: false }));
    await pass(0);
    other.rechoose(a(), b());
    await pass(60_000);
    expect(operations.filter((one) => one.startsWith('cancel'))).toEqual([]);
    expect(operations).toContain('complete a.tif up-1');
  });

  it('does not send it a second time when the user resumes it', async () => {
    const { stale, other, operations } = await aStaleTab(pages);
    other.rechoose(a());
    await pass(PUT_MS / 2);
    stale.rechoose(a());
    await pass(4 * PUT_MS);
    expect(operations).toEqual(REST_OF_A);
    expect(stale.toasts()).toEqual(LOST_A);
    expect(stale.interrupted().status).toMatchObject({ result: { resumed: 0, elsewhere: 1 } });
  });

  it('resumes the files that the other tab has left', async () => {
    const { stale, other, operations } = await aStaleTab(pages);
    other.rechoose(a());
    await pass(PUT_MS / 2);
    stale.rechoose(a(), b());
    await pass(4 * PUT_MS);
    expect(operations.filter((one) => one.startsWith('complete')).sort()).toEqual([
      'complete a.tif up-1',
      'complete b.tif up-2',
    ]);
    expect(stale.toasts()).toEqual(LOST_A);
  });
});

it('a tab does not resume what another tab has discarded', async () => {
  const { stale, other, operations, stored } = await aStaleTab(pages);
  other.discard();
  await pass(0);
  stale.rechoose(a(), b());
  await pass(4 * PUT_MS);
  expect(operations).toEqual(['cancel a.tif up-1']);
  expect(stale.queue()).toEqual([]);
  expect(stale.summary().left).toBe(0);
  expect(await stored('upload-journal')).toEqual([]);
});

it('two tabs that resume an upload at the same time send it once', async () => {
  const browser = await anInterruptedUpload(pages);
  const tabs = await inTwoTabs(browser);
  for (const tab of tabs) tab.rechoose(a());
  await pass(4 * PUT_MS);
  expect(browser.operations).toEqual(REST_OF_A);
});

it('of two tabs that discard and resume an upload at the same time, only one does it', async () => {
  const browser = await anInterruptedUpload(pages);
  const [discarding, resuming] = await inTwoTabs(browser);
  resuming.rechoose(a());
  discarding.discard();
  await pass(4 * PUT_MS);
  const isResumed = browser.operations.includes('complete a.tif up-1');
  expect(browser.operations).toEqual(isResumed ? REST_OF_A : ['cancel a.tif up-1']);
});

it('the other tabs show at once that an upload is resumed, done, or discarded', async () => {
  const browser = await anInterruptedUpload(pages);
  const [acting, other] = await inTwoTabs(browser);
  expect(other.summary().left).toBe(2);
  acting.rechoose(a());
  await pass(PUT_MS / 2);
  expect(other.summary().left).toBe(1);
  expect(other.interrupted().isElsewhere).toBe(true);
  await pass(4 * PUT_MS);
  expect(other.interrupted().isElsewhere).toBe(false);
  expect(other.summary().left).toBe(1);
  acting.discard();
  await pass(0);
  expect(other.summary().left).toBe(0);
});

it('the other tabs mention an upload as long as it runs', async () => {
  const { openTab } = aBrowser(pages);
  const [uploading, other] = [await openTab(), await openTab()];
  uploading.upload(b());
  await pass(PUT_MS / 2);
  expect(other.interrupted().isElsewhere).toBe(true);
  await pass(PUT_MS);
  expect(other.interrupted().isElsewhere).toBe(false);
});

it('discarding applies only to the files that the user has seen', async () => {
  const { openTab, operations } = await anInterruptedUpload(pages);
  const tab = await openTab();
  const ids = tab.interrupted().files.map(({ id }) => id);
  const crashing = await openTab();
  crashing.upload(aFile('new.tif', bytesOfParts(5)));
  await pass(PUT_MS + PUT_MS / 2);
  await crashing.end();
  operations.length = 0;
  expect(tab.summary().left).toBe(ids.length + 1);
  tab.store.dispatch(discardRequested({ ids }));
  await pass(0);
  expect(operations).toEqual(['cancel a.tif up-1']);
  expect(tab.summary().left).toBe(1);
});

it('an interrupted file that the user uploads again instead of resuming it is no longer offered, and its old upload is aborted', async () => {
  const browser = await anInterruptedUpload(pages);
  const [uploading, other] = await inTwoTabs(browser);
  uploading.upload(a());
  await pass(10 * PUT_MS);
  expect(browser.operations.slice(-2)).toEqual(['complete a.tif up-2', 'cancel a.tif up-1']);
  expect([uploading.summary().left, other.summary().left]).toEqual([1, 1]);
});

it('of two interrupted uploads of a file, the one with more parts is resumed, and the other is aborted once it is complete', async () => {
  const { openTab, operations } = await anInterruptedUpload(pages);
  const crashing = await openTab();
  crashing.upload(a());
  await pass(PUT_MS / 2);
  await crashing.end();
  const tab = await openTab();
  operations.length = 0;
  tab.rechoose(a());
  await pass(10 * PUT_MS);
  expect(operations).toEqual([...REST_OF_A, 'cancel a.tif up-2']);
  expect(tab.interrupted()).toMatchObject({ files: [{ name: 'b.tif' }], status: { result: { resumed: 1 } } });
});

it('an interrupted file without sent parts is no longer offered once the user chooses it again', async () => {
  const { openTab, stored } = await anInterruptedUpload(pages);
  const tab = await openTab();
  const [kept = ''] = tab.interrupted().files.map(({ id }) => id);
  tab.upload(aFile('other.tif', bytesOfParts(5)), b());
  await pass(PUT_MS / 2);
  expect(tab.interrupted().files.map(({ id }) => id)).toEqual([kept]);
  expect(await stored('upload-journal')).toEqual([kept, ...tab.queue().map(({ id }) => id)]);
});

it('an interrupted file stays offered while a file of the same name but another size is uploaded', async () => {
  const { openTab } = await anInterruptedUpload(pages);
  const tab = await openTab();
  tab.upload(aFile('a.tif', bytesOfParts(4)));
  await pass(10 * PUT_MS);
  expect(tab.summary().left).toBe(2);
});

describe('all tabs offer a file again', () => {
  it('offers a file again in all tabs if it could not be discarded because the server was not reached', async () => {
    const browser = await anInterruptedUpload(pages);
    const [acting, other] = await inTwoTabs(browser);
    browser.answer('cancel', 'unreachable');
    acting.discard();
    await pass(60_000);
    expect([acting.summary().left, other.summary().left]).toEqual([1, 1]);
    other.rechoose(a());
    await pass(4 * PUT_MS);
    expect(browser.operations).toContain('complete a.tif up-1');
  });

  it('offers a file again in all tabs if its content differs from what was uploaded', async () => {
    const browser = await anInterruptedUpload(pages);
    const [acting, other] = await inTwoTabs(browser);
    const differing = { ...acting.choose(aFile('other.tif', bytesOfParts(5))), name: 'a.tif' };
    acting.store.dispatch(resumeRequested({ files: [differing] }));
    await pass(PUT_MS);
    expect([acting.summary().left, other.summary().left]).toEqual([2, 2]);
    other.rechoose(a());
    await pass(4 * PUT_MS);
    expect(browser.operations).toEqual(REST_OF_A);
  });

  it('offers a file again in all tabs if a tab crashed after it had taken the file over', async () => {
    const browser = await anInterruptedUpload(pages);
    const [acting, other] = await inTwoTabs(browser, { hashPart: () => new Promise(() => undefined) });
    acting.rechoose(a());
    await pass(PUT_MS);
    expect(other.summary().left).toBe(1);
    await acting.end();
    expect(other.summary().left).toBe(2);
  });
});

describe('a tab that reads the records of another open tab', () => {
  async function besideAnOpenTab() {
    const browser = aBrowser(pages);
    const uploading = await browser.openTab();
    uploading.upload(a());
    await pass(PUT_MS + PUT_MS / 2);
    const [id = ''] = await browser.stored('upload-journal');
    return { ...browser, uploading, id };
  }

  it('keeps parts of an upload that the other tab may have begun again', async () => {
    const { openTab, records, stored, id } = await besideAnOpenTab();
    const journal = records('upload-journal');
    await journal.put([[id, { ...((await journal.read(id)) as object), uploadId: 'begun-again' }]]);
    await openTab();
    expect(await stored('upload-journal-parts')).toHaveLength(2);
  });

  it('keeps what it does not understand, since the tab may run another version of the app', async () => {
    const { openTab, records, stored, id } = await besideAnOpenTab();
    const journal = records('upload-journal');
    await journal.put([[id, { ...((await journal.read(id)) as object), kind: 'newer' }]]);
    const reading = await openTab();
    expect(await stored('upload-journal')).toEqual([id]);
    expect(reading.toasts()).toEqual([]);
  });
});
