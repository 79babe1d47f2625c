import { fetchConfiguration } from '../../../src/api/configuration';
import { checkRequested, resumeRequested } from '../../../src/transfers/interrupted/interruptedSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { FAKE_NOW_MS } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { aFile, bytesOfParts, md5OfPart, PUT_MS } from '../uploads/fakeStorage';
import { aBrowser, anInterruptedUpload } from './aBrowser';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEY = 'acme/brains/TC042/a.tif';
const LOST = { status: 404, json: { msg: 'No such upload', code: 'NO_SUCH_UPLOAD' } };
const pages = createReplayedPages();

/** An upload of three parts that another computer has begun. */
function begun(given: object = {}) {
  const [activeAt, modified] = [FAKE_NOW_MS - HOUR_MS, 1_700_000_000_000].map((ms) => new Date(ms).toISOString());
  const sizes = { size: bytesOfParts(3), received: 1_000 };
  return { key: KEY, uploadId: 'up/7', activeAt, modified, isOwn: true, ...sizes, ...given };
}

type Browser = ReturnType<typeof aBrowser>;

/** Opens a tab that asks the server. */
async function openAsking(browser: Browser, uploads: readonly object[], place?: string, laterMs = 0) {
  browser.server.on('GET /config', { json: { features: ['uploads.list'] } });
  browser.server.on('GET /upload/open', { json: { uploads } });
  const tab = await browser.openTab();
  tab.ports.control.moveClock(laterMs);
  await tab.store.dispatch(fetchConfiguration());
  tab.store.dispatch(checkRequested(place === undefined ? undefined : { place }));
  await pass(0);
  browser.operations.length = 0;
  return tab;
}

describe('an upload that another computer has begun', () => {
  it('an upload that another computer has begun is offered with the bytes that the storage has', async () => {
    const { summary, interrupted } = await openAsking(aBrowser(pages), [begun()]);
    expect(interrupted().files).toMatchObject([{ id: 'up%2F7', name: 'a.tif', key: KEY, onlyIfAbsent: true }]);
    expect(summary()).toMatchObject({ left: 1, elsewhere: 1, stored: 1_000, bytes: bytesOfParts(3) });
  });

  it('an upload that another computer has begun is offered once, also if the same file was begun twice', async () => {
    const { interrupted } = await openAsking(aBrowser(pages), [begun({ uploadId: 'up-6' }), begun()]);
    expect(interrupted().files).toMatchObject([{ id: 'up%2F7' }]);
  });

  it('all uploads of the same file that another computer has begun are reported in the place that was asked for', async () => {
    const twice = [begun({ uploadId: 'up-6' }), begun()];
    const { interrupted } = await openAsking(aBrowser(pages), twice, 'acme/brains/TC042');
    expect(interrupted().files.map(({ id }) => id)).toEqual(['up-6', 'up%2F7']);
  });

  it('a server that does not list uploads leaves the place that was asked for to the records of this computer', async () => {
    const browser = await anInterruptedUpload(pages);
    const { store, interrupted } = await browser.openTab();
    store.dispatch(checkRequested({ place: 'acme/brains/TC042' }));
    await pass(0);
    expect(interrupted()).toMatchObject({ files: [{ name: 'a.tif' }, { name: 'b.tif' }], place: 'acme/brains/TC042' });
  });

  it.each([
    ['of another user', begun({ isOwn: false })],
    ['that was active just now', begun({ activeAt: new Date(FAKE_NOW_MS - 1_000).toISOString() })],
    ['without any part', begun({ received: 0 })],
    ['of an unknown size', begun({ size: null })],
  ])('is not offered: an upload %s', async (_which, upload) => {
    const { interrupted } = await openAsking(aBrowser(pages), [upload]);
    expect(interrupted().files).toEqual([]);
  });

  it('an upload that another computer has begun is reported in the place that was asked for even if it was active just now', async () => {
    const active = begun({ activeAt: new Date(FAKE_NOW_MS).toISOString() });
    const others = [active, { ...active, key: 'acme/brains/TC0421/a.tif', uploadId: 'up-8' }];
    const { interrupted } = await openAsking(aBrowser(pages), others, 'acme/brains/TC042');
    expect(interrupted()).toMatchObject({ files: [{ key: KEY }], active: ['up%2F7'], place: 'acme/brains/TC042' });
  });

  it('the reason is reported with the place that was asked for when the server refuses to list uploads', async () => {
    const browser = aBrowser(pages);
    const tab = await openAsking(browser, []);
    browser.server.on('GET /upload/open', { status: 403, json: { msg: 'No right' } });
    tab.store.dispatch(checkRequested({ place: 'acme/brains' }));
    await pass(0);
    const failure = { kind: 'forbidden', message: 'No right' };
    expect(tab.interrupted()).toMatchObject({ files: [], place: 'acme/brains', failure });
  });

  it('an upload that another computer has begun is finished with the chosen folder: its stored parts are hashed from the disk, and others are sent', async () => {
    const browser = aBrowser(pages);
    const { store, choose, queue, interrupted } = await openAsking(browser, [begun()]);
    browser.storePart(1, md5OfPart('a.tif', 1));
    browser.storePart(2, md5OfPart('other.tif', 2));
    store.dispatch(resumeRequested({ files: [choose(aFile('a.tif', bytesOfParts(3)), 'TC042/a.tif')] }));
    await pass(4 * PUT_MS);
    expect(browser.operations).toEqual(['urls 1', 'PUT 3', 'PUT 2', 'complete a.tif up/7']);
    expect(browser.completions).toMatchObject([{ key: KEY, uploadId: 'up/7' }]);
    expect([...queue(), ...interrupted().files]).toEqual([]);
  });

  it('an upload that another computer has begun is not continued with a file of another size or time', async () => {
    const browser = aBrowser(pages);
    const { store, choose, interrupted } = await openAsking(browser, [begun({ modified: '2020-01-01T00:00:00Z' })]);
    store.dispatch(resumeRequested({ files: [choose(aFile('a.tif', bytesOfParts(3)), 'TC042/a.tif')] }));
    await pass(PUT_MS);
    expect(interrupted().status).toMatchObject({ result: { resumed: 0, refused: [{}] } });
    expect(browser.operations).toEqual([]);
  });

  it('an upload that another computer has begun is cancelled on the server when it is discarded', async () => {
    const browser = aBrowser(pages);
    const { discard, interrupted } = await openAsking(browser, [begun()]);
    browser.server.on('GET /upload/open', { json: { uploads: [] } });
    discard();
    await pass(0);
    expect(browser.operations).toEqual(['cancel a.tif up/7']);
    expect(interrupted().files).toEqual([]);
  });
});

describe('an interrupted upload of this computer', () => {
  it('an interrupted upload is no longer offered, and has no record, once the server does not know it', async () => {
    const browser = await anInterruptedUpload(pages);
    browser.answer('urls', LOST);
    const { interrupted } = await openAsking(browser, []);
    expect(interrupted().files).toMatchObject([{ name: 'b.tif' }]);
    expect(await browser.stored('upload-journal-parts')).toEqual([]);
  });

  it('an interrupted upload that this computer has taken over is no longer offered once the server does not know it', async () => {
    const browser = aBrowser(pages);
    const first = await openAsking(browser, [begun()]);
    first.rechoose(aFile('a.tif', bytesOfParts(3)));
    await pass(PUT_MS / 2);
    await first.end();
    browser.answer('urls', LOST);
    const { interrupted } = await openAsking(browser, []);
    expect(interrupted().files).toEqual([]);
  });

  it('an interrupted upload makes way for the same file that another computer has begun if nothing of it is sent', async () => {
    const browser = await anInterruptedUpload(pages);
    const key = 'acme/brains/TC042/b.tif';
    const { interrupted } = await openAsking(browser, [begun({ uploadId: 'up-1' }), begun({ key })]);
    expect(interrupted().files.map(({ id, name }) => [id === 'up%2F7', name])).toEqual([
      [false, 'a.tif'],
      [true, 'b.tif'],
    ]);
  });

  it.each([
    ['the server lists it', [begun({ uploadId: 'up-1' })], LOST],
    ['the server does not list it but knows it', [], { json: [] }],
    ['the server can’t be reached', [], 'unreachable'],
  ] as const)('stays if %s', async (_why, uploads, answer) => {
    const browser = await anInterruptedUpload(pages);
    browser.answer('urls', answer);
    const { interrupted } = await openAsking(browser, uploads);
    expect(interrupted().files.map(({ name }) => name)).toEqual(['a.tif', 'b.tif']);
  });

  it('stays if the server may have given it up, because it was begun more than a week ago', async () => {
    const browser = await anInterruptedUpload(pages);
    browser.answer('urls', LOST);
    const { interrupted } = await openAsking(browser, [], undefined, 8 * DAY_MS);
    expect(interrupted().files.map(({ name }) => name)).toEqual(['a.tif', 'b.tif']);
  });

  it('parts that arrived after the last record are not sent again', async () => {
    const browser = await anInterruptedUpload(pages);
    const { rechoose } = await browser.openTab();
    browser.operations.length = 0;
    for (const part of [3, 4]) browser.storePart(part, md5OfPart('a.tif', part));
    rechoose(aFile('a.tif', bytesOfParts(5)));
    await pass(3 * PUT_MS);
    expect(browser.operations).toEqual(['urls 3', 'PUT 5', 'complete a.tif up-1']);
  });
});
