import { HOUR_MS } from '@data-manager/domain/constants';
import { isIdle } from '@data-manager/domain/follow/follow';
import { followedFileKey } from '@data-manager/domain/follow/followRecords';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { placeDeleted } from '../../../src/transfers/deletedPlaces';
import { idleTimeRequested, removeRequested, resumeRequested } from '../../../src/transfers/follows/followsSlice';
import { notificationsRequested } from '../../../src/transfers/panel/panelSlice';
import { cancelRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner } from '../../support/builders';
import { delayRecords, TIMER_CLOCK } from '../../support/fakePorts';
import { pass, passUntil } from '../../support/virtualTime';
import { bytesOfParts } from '../uploads/fakeStorage';
import { createFollowWorld, imageName, SCAN_MS } from './openFollowPage';

const TWO_IMAGES = { sections: 2, channels: [1] };

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 2) }));

type World = ReturnType<typeof createFollowWorld>;
type FollowPage = Awaited<ReturnType<World['open']>>;

/** Hides and closes a page as soon as it knows the file that was sent last, and expects the next page to know it, too. */
async function expectLastSentKept(page: FollowPage, open: World['open']): Promise<void> {
  await passUntil(() => Boolean(page.first()?.lastSent));
  page.ports.control.hidePage();
  await pass(0);
  page.stop();
  const reloaded = await open();
  expect(reloaded.first()?.lastSent).toEqual(page.first()?.lastSent);
  reloaded.stop();
}

describe('a followed folder', () => {
  it('uploads a file once it has stopped growing, under the path that the upload screen gives it', async () => {
    const { folder, openFollowing, storage } = createFollowWorld();
    const page = await openFollowing();
    await page.scan();
    folder.write(`day1/${imageName(1)}`, 10);
    await page.scan();
    folder.write(`day1/${imageName(1)}`, 20);
    await page.scan();
    expect(storage.completions).toEqual([]);
    expect(page.first()).toMatchObject({ growing: 1 });
    await page.scan(2);
    expect(storage.completions).toMatchObject([
      { key: `acme/brains/TC042/Scan/day1/${imageName(1)}`, lastFile: false },
    ]);
    expect(page.first()).toMatchObject({ taken: 1, growing: 0, images: [{ channel: 1 }] });
  });

  it('uploads the files that are in the folder already, in natural order', async () => {
    const { folder, openFollowing, sent } = createFollowWorld();
    for (const name of ['TC042_S000010_L01_ch01.tif', imageName(9), imageName(1), 'Mosaic.txt', 'MD5SUMS'])
      folder.write(name, 10);
    const page = await openFollowing();
    await page.scan(3);
    expect(sent()).toEqual(['MD5SUMS', 'Mosaic.txt', imageName(1), imageName(9), imageName(10)]);
    expect(page.first()?.arrivals).toEqual([]);
  });

  it('scans soon when the browser reports a change', async () => {
    const { folder, openFollowing } = createFollowWorld();
    const page = await openFollowing();
    await pass(6_000);
    folder.write(imageName(1), 10);
    await pass(3_000);
    expect(page.first()).toMatchObject({ growing: 1 });
  });

  it('takes new files as usual after the clock was set back, and misses them as usual', async () => {
    const { folder, open, sent } = createFollowWorld();
    let setBackMs = 0;
    const clock = { ...TIMER_CLOCK, now: () => Date.now() - setBackMs };
    const page = await open({ clock });
    page.follow();
    folder.write(imageName(1), 10);
    await page.scan(3);
    setBackMs = 2 * 60 * 60_000;
    folder.write(imageName(2), 10);
    await page.scan(3);
    expect(sent()).toEqual([imageName(1), imageName(2)]);
    await pass(31 * 60_000);
    expect(page.first()).toMatchObject({ isIdle: true });
  });

  it('marks the file that completes the dataset as known as the last one, and is followed until the user stops', async () => {
    const { folder, openFollowing, sent, lastFiles } = createFollowWorld();
    const page = await openFollowing({ expected: TWO_IMAGES });
    await page.scan();
    folder.write(imageName(2), 10);
    await page.scan(3);
    folder.write(imageName(1), 10);
    await page.scan(3);
    expect(sent()).toEqual([imageName(2), imageName(1)]);
    expect(lastFiles()).toEqual([imageName(1)]);
    await pass(31 * 60_000);
    expect(page.first()).toMatchObject({ phase: 'following', isIdle: false });
    page.stopFollowing();
    await pass(0);
    expect(page.toasts()).toEqual(['No longer following Scan.']);
    page.dispatch(removeRequested({ id: page.id() }));
    await pass(0);
    expect(page.first()).toBeUndefined();
    await expect(page.ports.records('follow-files').readAll()).resolves.toEqual(new Map());
  });

  it('uploads the images of a second layer that appear after the first layer is complete', async () => {
    const { folder, openFollowing, sent, lastFiles } = createFollowWorld();
    const page = await openFollowing({ expected: TWO_IMAGES });
    const layers = [1, 2].map((layer) => [1, 2].map((section) => imageName(section, 1, layer)));
    for (const layer of layers) {
      for (const name of layer) folder.write(name, 10);
      await page.scan(40);
    }
    expect(sent()).toEqual(layers.flat());
    expect(lastFiles()).toEqual(layers.map((layer) => layer.at(-1)));
  });

  it('takes the images of sections that a correction of the metadata adds', async () => {
    const { folder, openFollowing, sent, storage } = createFollowWorld();
    const describe = (physicalSections: number): void => {
      const dataset = {
        datasetHash: 'd',
        projectHash: 'p',
        dataset: 'TC042',
        physicalSections,
        channels: [{ num: 1 }],
      };
      storage.server.on('GET /dataset/p', { json: { datasets: [dataset] } });
    };
    storage.server.on('GET /project', { json: [{ sponsorId: 'acme', title: 'brains', projectHash: 'p' }] });
    describe(2);
    const page = await openFollowing({ expected: TWO_IMAGES, dataset: 'TC042' });
    for (const section of [1, 2, 3]) folder.write(imageName(section), 10);
    await page.scan(5);
    expect(page.setAside()).toEqual([[imageName(3), 'beyond-total']]);
    describe(4);
    await page.scan(12);
    expect(page.first()).toMatchObject({ expected: { sections: 4 }, setAsideCount: 0 });
    folder.write(imageName(4), 10);
    await page.scan(3);
    expect(sent()).toEqual([1, 2, 3, 4].map((section) => imageName(section)));
  });

  it.each([
    ['all known images have arrived', TWO_IMAGES],
    ['the number of images is unknown', undefined],
    ['images are missing', { sections: 3, channels: [1] }],
  ] as const)('is no longer followed after 24 hours without a change if %s', async (_name, expected) => {
    const { folder, openFollowing, lastFiles } = createFollowWorld();
    const page = await openFollowing(expected && { expected });
    for (const section of [1, 2]) folder.write(imageName(section), 10);
    await page.scan(3);
    await pass(23 * HOUR_MS);
    expect(page.first()?.phase).toBe('following');
    await pass(2 * HOUR_MS);
    expect(page.first()).toMatchObject({ phase: 'ended', how: 'rested' });
    expect(lastFiles()).toEqual([imageName(2)]);
    expect(page.toasts()).toEqual(['No longer following Scan. Nothing in it has changed for 24 hours.']);
  });

  it('rests from the latest change on, also if the page is reloaded, and looks for files before it ends', async () => {
    const { folder, open, openFollowing, sent } = createFollowWorld();
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    await pass(10 * HOUR_MS);
    folder.write('a.tif', 10);
    await pass(10 * HOUR_MS);
    page.stop();
    const reloaded = await open();
    await pass(13 * HOUR_MS);
    expect(reloaded.first()?.phase).toBe('following');
    reloaded.stop();
    folder.write(imageName(2), 10);
    await pass(2 * HOUR_MS);
    const again = await open();
    await again.scan(4);
    expect(sent()).toEqual([imageName(1), imageName(2)]);
    expect(again.first()?.phase).toBe('following');
    again.stop();
    await pass(25 * HOUR_MS);
    const last = await open();
    await last.scan(4);
    expect(last.first()).toMatchObject({ phase: 'ended', how: 'rested' });
  });

  it('rests from the resumption on after it has waited for the user', async () => {
    const { folder, openFollowing } = createFollowWorld();
    const page = await openFollowing();
    await page.scan();
    folder.setAccess('forbidden');
    await pass(30 * HOUR_MS);
    folder.setAccess('granted');
    page.dispatch(resumeRequested({ id: page.id() }));
    await pass(23 * HOUR_MS);
    expect(page.first()?.phase).toBe('following');
    await pass(2 * HOUR_MS);
    expect(page.first()?.phase).toBe('ended');
  });

  it('sets a file aside whose content a copier writes after it was uploaded, also if its size and time stay as they were', async () => {
    const { folder, openFollowing, sent, storage } = createFollowWorld();
    const page = await openFollowing({ expected: TWO_IMAGES });
    for (const section of [1, 2]) folder.write(imageName(section), 10);
    const content = folder.labelOf(imageName(1));
    await passUntil(() => sent().length === 1);
    storage.overwrite(content, 5);
    await page.scan(2);
    expect(page.setAside()).toEqual([[imageName(1), 'changed']]);
    folder.write(imageName(2), 10);
    await page.scan(3);
    expect(page.setAside()).toEqual([1, 2].map((section) => [imageName(section), 'changed']));
    page.fix(imageName(1), { kind: 'upload' });
    page.fix(imageName(2), { kind: 'skip' });
    await page.scan();
    expect(sent()).toEqual([imageName(1), imageName(2), imageName(1)]);
    expect(page.first()?.setAsideCount).toBe(0);
  });

  it('sends the files taken before the user stops, and marks the last of them', async () => {
    const { folder, openFollowing, sent, lastFiles } = createFollowWorld({ putMs: 40_000 });
    const page = await openFollowing();
    for (const section of [1, 2, 3]) folder.write(imageName(section), 10);
    await page.scan(3);
    page.stopFollowing();
    folder.write(imageName(4), 10);
    await pass(0);
    expect(page.first()?.phase).toBe('stopping');
    await page.scan(10);
    expect(sent()).toEqual([imageName(1), imageName(2), imageName(3)]);
    expect(lastFiles()).toEqual([imageName(3)]);
    expect(page.first()).toMatchObject({ phase: 'ended', how: 'stopped' });
  });

  it('stays stopped if the page is closed right after the user stops', async () => {
    const { open, openFollowing } = createFollowWorld();
    const page = await openFollowing();
    await pass(0);
    page.stopFollowing();
    await pass(0);
    page.stop();
    const reloaded = await open();
    await reloaded.scan();
    expect(reloaded.first()).toMatchObject({ phase: 'ended', how: 'stopped' });
  });

  it('keeps the file that was sent last even if the page is closed within a second', async () => {
    const { folder, open, openFollowing } = createFollowWorld({ putMs: 500 });
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    await expectLastSentKept(page, open);
  });

  it('still knows the file that was sent last if the page is hidden and closed during a write', async () => {
    const { folder, open, records } = createFollowWorld({ putMs: 500 });
    const page = await open({ records: delayRecords(records, 5_000) });
    await page.scan();
    page.follow();
    folder.write(imageName(1), 10);
    await expectLastSentKept(page, open);
  });

  it('marks the file that was sent last if nothing is left to send when the user stops, once the server can be reached', async () => {
    const { folder, open, openFollowing, sent, storage } = createFollowWorld();
    const page = await openFollowing();
    for (const section of [1, 2]) folder.write(imageName(section), 10);
    await page.scan(3);
    page.stop();
    const reloaded = await open();
    await reloaded.scan(3);
    storage.answer('complete', 'unreachable', 'unreachable');
    reloaded.stopFollowing();
    await pass(0);
    expect(reloaded.first()?.phase).toBe('stopping');
    await reloaded.scan();
    expect(reloaded.first()).toMatchObject({ phase: 'ended', how: 'stopped' });
    expect(new Set(sent().slice(1))).toEqual(new Set([imageName(2)]));
    const [before, after] = [storage.completions[1], storage.completions.at(-1)];
    expect(before).toMatchObject({ lastFile: false });
    const { key, uploadId, checksum } = before as Record<string, string>;
    expect(after).toMatchObject({ key, uploadId, checksum, lastFile: true });
  });

  it('ends although the server no longer has the upload of the last file', async () => {
    const { folder, openFollowing, storage } = createFollowWorld();
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    await page.scan(3);
    storage.answer('complete', { status: 404, json: { msg: 'No such upload', code: 'NO_SUCH_UPLOAD' } });
    page.stopFollowing();
    await pass(0);
    expect(page.first()).toMatchObject({ phase: 'ended', how: 'stopped' });
  });

  it('sets misnamed files, duplicates and files on the server aside, and ignores those of other programs', async () => {
    const { folder, openFollowing, sent } = createFollowWorld();
    const page = await openFollowing({ expected: TWO_IMAGES, onServer: [`acme/brains/TC042/Scan/${imageName(2)}`] });
    for (const name of ['a.tif', imageName(2), imageName(3), '.DS_Store', `${imageName(1)}.tmp`])
      folder.write(name, 10);
    await page.scan(3);
    expect(page.setAside()).toEqual([
      ['a.tif', 'invalid-name'],
      [imageName(2), 'on-server'],
      [imageName(3), 'beyond-total'],
    ]);
    page.fix('a.tif', { kind: 'rename', newName: imageName(1) });
    page.fix(imageName(2), { kind: 'upload' });
    page.fix(imageName(3), { kind: 'skip' });
    await page.scan(2);
    expect(sent()).toEqual([imageName(1), imageName(2)]);
    expect(page.first()).toMatchObject({ setAsideCount: 0, setAside: [] });
  });

  it.each(['start', 'complete'] as const)(
    'sets a file aside whose name another file has taken on the server before the %s of its upload, and replaces that only on request',
    async (operation) => {
      const { folder, openFollowing, sent, storage } = createFollowWorld();
      const page = await openFollowing();
      folder.write(imageName(1), 10);
      storage.answer(operation, {
        status: 409,
        json: { msg: 'A file with this name already exists.', code: 'EXISTS' },
      });
      await page.scan(3);
      expect(page.setAside()).toEqual([[imageName(1), 'on-server']]);
      expect(page.queue()).toEqual([]);
      expect(storage.operations.at(-1)).toBe(
        operation === 'start' ? `start ${imageName(1)}` : `cancel ${imageName(1)} up-1`,
      );
      page.fix(imageName(1), { kind: 'upload' });
      await pass(0);
      expect(page.queue()).toEqual([expect.not.objectContaining({ onlyIfAbsent: true })]);
      await page.scan(2);
      expect(sent().at(-1)).toBe(imageName(1));
      expect(page.first()).toMatchObject({ setAsideCount: 0, setAside: [] });
    },
  );

  it('sets images of other datasets aside, and uploads those of a prefix and later ones on the user’s word, also after a reload', async () => {
    const { folder, open, openFollowing, sent } = createFollowWorld();
    const foreign = (section: number, dataset = 'TC043') => imageName(section).replace('TC042', dataset);
    const page = await openFollowing({ names: { own: ['tc042'], others: [] } });
    for (const name of [imageName(1), foreign(2), foreign(3), foreign(4, 'TC044'), 'Mosaic.txt'])
      folder.write(name, 10);
    await page.scan(3);
    expect(sent()).toEqual(['Mosaic.txt', imageName(1)]);
    expect(page.setAside()).toEqual([foreign(2), foreign(3), foreign(4, 'TC044')].map((name) => [name, 'foreign']));
    page.fix(foreign(3), { kind: 'upload' });
    await page.scan(2);
    expect(sent().slice(2)).toEqual([foreign(2), foreign(3)]);
    page.stop();
    const reloaded = await open();
    folder.write(foreign(5), 10);
    folder.write(foreign(6, 'TC044'), 10);
    await reloaded.scan(4);
    expect(sent().slice(4)).toEqual([foreign(5)]);
    expect(reloaded.first()).toMatchObject({ setAsideCount: 2 });
    reloaded.fix(foreign(4, 'TC044'), { kind: 'skip' });
    await reloaded.scan(2);
    expect(reloaded.first()).toMatchObject({ setAsideCount: 0 });
    expect(sent()).toHaveLength(5);
  });

  it('asks about the name of a damaged image that the user uploads anyway', async () => {
    const { folder, openFollowing, sent } = createFollowWorld();
    const name = imageName(2).replace('TC042', 'TC043');
    const page = await openFollowing({ names: { own: ['tc042'], others: [] } });
    folder.write(name, 10, 'truncated');
    await page.scan(14);
    for (const kind of ['content', 'foreign']) {
      expect(page.setAside()).toEqual([[name, kind]]);
      expect(sent()).toEqual([]);
      page.fix(name, { kind: 'upload' });
      await page.scan();
    }
    expect(sent()).toEqual([name]);
  });

  it('sets a file aside again if its new name is taken', async () => {
    const { folder, openFollowing, sent } = createFollowWorld();
    const page = await openFollowing();
    for (const name of [imageName(1), 'a.tif']) folder.write(name, 10);
    await page.scan(3);
    page.fix('a.tif', { kind: 'rename', newName: imageName(1) });
    await pass(0);
    expect(page.first()?.setAside).toMatchObject([
      { path: 'a.tif', name: imageName(1), reason: { kind: 'duplicate', path: imageName(1) } },
    ]);
    page.fix('a.tif', { kind: 'upload' });
    await page.scan(2);
    expect(sent()).toEqual([imageName(1)]);
  });

  it('forgets a set-aside file that is deleted', async () => {
    const { folder, openFollowing } = createFollowWorld();
    const page = await openFollowing();
    folder.write('a.tif', 10);
    await page.scan(3);
    folder.remove('a.tif');
    await page.scan();
    expect(page.first()?.setAsideCount).toBe(0);
  });

  it('numbers the files by the rule in order of arrival, even after a reload', async () => {
    const { folder, open, openFollowing, sent } = createFollowWorld();
    const rule = { dataset: 'TC042', firstSection: 5, layer: 1, channel: 2 };
    const page = await openFollowing({ rule });
    folder.write('b10.tif', 10);
    folder.write('b9.tif', 10);
    await page.scan(3);
    page.stop();
    const reloaded = await open();
    folder.write('a.tif', 10);
    await reloaded.scan(3);
    expect(sent()).toEqual([imageName(5, 2), imageName(6, 2), imageName(7, 2)]);
  });

  it('reads the numbers from the names if the rule requires it, and sets other files aside', async () => {
    const { folder, openFollowing, sent } = createFollowWorld();
    const pattern = { slots: [{ role: 'section' as const, run: 0, offset: 0, width: undefined }] };
    const page = await openFollowing({ rule: { dataset: 'TC042', firstSection: 1, layer: 1, channel: 1, pattern } });
    for (const name of ['x7.tif', 'x.tif']) folder.write(name, 10);
    await page.scan(3);
    expect(sent()).toEqual([imageName(7)]);
    expect(page.setAside()).toEqual([['x.tif', 'invalid-name']]);
    page.stopFollowing();
    await page.scan();
    expect(page.toasts()).toEqual(['No longer following Scan. 1 file needs your decision.']);
  });

  it('sets an incomplete image aside after five minutes, and takes it when it is completed', async () => {
    const { folder, openFollowing, sent } = createFollowWorld();
    const page = await openFollowing();
    folder.write(imageName(1), 10, 'truncated');
    await page.scan(6);
    expect(page.first()).toMatchObject({ growing: 1, setAsideCount: 0 });
    await page.scan(8);
    expect(page.setAside()).toEqual([[imageName(1), 'content']]);
    folder.write(imageName(1), 20);
    await page.scan(3);
    expect(sent()).toEqual([imageName(1)]);
    expect(page.first()?.setAsideCount).toBe(0);
  });

  it('does not overwrite a file that has changed after it was uploaded', async () => {
    const { folder, openFollowing, sent } = createFollowWorld();
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    await page.scan(3);
    folder.write(imageName(1), 20);
    await page.scan(3);
    expect(page.setAside()).toEqual([[imageName(1), 'changed']]);
    expect(sent()).toEqual([imageName(1)]);
    page.fix(imageName(1), { kind: 'upload' });
    await page.scan(1);
    expect(sent()).toEqual([imageName(1), imageName(1)]);
  });

  it('sets a file aside that was renamed after it was uploaded', async () => {
    const { folder, openFollowing } = createFollowWorld();
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    await page.scan(3);
    folder.rename(imageName(1), imageName(2));
    await page.scan(3);
    expect(page.first()?.setAside).toMatchObject([
      { path: imageName(2), reason: { kind: 'renamed', path: imageName(1) } },
    ]);
  });

  it('takes a file again that is changed or renamed before it is uploaded', async () => {
    const { folder, openFollowing, sent } = createFollowWorld({ putMs: 50_000 });
    const page = await openFollowing();
    for (const section of [1, 2, 3]) folder.write(imageName(section), 10);
    await page.scan(2);
    folder.write(imageName(2), 30);
    folder.rename(imageName(3), imageName(4));
    await page.scan(20);
    expect([...sent()].sort()).toEqual([imageName(1), imageName(2), imageName(4)]);
    expect(page.queue()).toEqual([]);
    expect(page.first()).toMatchObject({ taken: 3, setAsideCount: 0 });
  });

  it('continues after a reload without losing files or sending them twice, and with the parts that were sent', async () => {
    const { folder, open, openFollowing, sent, storage } = createFollowWorld();
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    folder.write(imageName(2), bytesOfParts(8));
    folder.write(imageName(3), 10);
    await passUntil(() => storage.operations.includes('PUT 6'));
    await pass(200);
    expect(page.queue()).toHaveLength(2);
    page.stop();
    const reloaded = await open();
    await reloaded.scan(3);
    expect(sent()).toEqual([imageName(1), imageName(2), imageName(3)]);
    expect(storage.operations.filter((one) => one.startsWith('start'))).toHaveLength(3);
    expect(storage.operations.filter((one) => one === 'PUT 1')).toHaveLength(3);
    expect(reloaded.store.getState().interrupted.files).toEqual([]);
    expect(reloaded.first()).toMatchObject({ taken: 3 });
  });

  it('takes a file again that was changed while the page was closed', async () => {
    const { folder, open, openFollowing, storage } = createFollowWorld();
    const page = await openFollowing();
    folder.write(imageName(1), bytesOfParts(8));
    await pass(SCAN_MS + 2_000);
    page.stop();
    folder.write(imageName(1), 70);
    const reloaded = await open();
    await reloaded.scan(3);
    expect(storage.operations.filter((one) => /^(start|cancel|complete)/.test(one))).toEqual([
      `start ${imageName(1)}`,
      `cancel ${imageName(1)} up-1`,
      `start ${imageName(1)}`,
      `complete ${imageName(1)} up-2`,
    ]);
  });

  it('waits for the permission after a reload, and for a folder that is gone', async () => {
    const { folder, open, openFollowing, sent } = createFollowWorld();
    const page = await openFollowing();
    await page.scan();
    page.stop();
    folder.setAccess('forbidden');
    folder.write(imageName(1), 10);
    const reloaded = await open();
    expect(reloaded.first()).toMatchObject({ phase: 'waiting', reason: 'permission' });
    folder.setAccess('granted');
    reloaded.dispatch(resumeRequested({ id: reloaded.id() }));
    await pass(0);
    expect(reloaded.first()?.phase).toBe('following');
    folder.setAccess('gone');
    await reloaded.scan();
    expect(reloaded.first()).toMatchObject({ phase: 'waiting', reason: 'folder' });
    folder.setAccess('granted');
    await reloaded.scan(3);
    expect(sent()).toEqual([imageName(1)]);
  });

  it('waits while the user is signed out', async () => {
    const { folder, openFollowing, sent } = createFollowWorld();
    const page = await openFollowing();
    await page.scan();
    page.dispatch(sessionLost());
    folder.write(imageName(1), 10);
    await page.scan(2);
    expect(page.first()).toMatchObject({ phase: 'waiting', reason: 'session' });
    page.dispatch(loginFound(anOwner()));
    await page.scan(3);
    expect(sent()).toEqual([imageName(1)]);
  });

  it('notifies the user once when no file has appeared for the set time, if they requested it', async () => {
    const { folder, openFollowing } = createFollowWorld();
    const page = await openFollowing();
    await pass(31 * 60_000);
    expect(page.first()).toMatchObject({ isIdle: true });
    expect(page.ports.recorded.notifications).toEqual([]);
    page.dispatch(notificationsRequested({ wanted: true }));
    page.dispatch(idleTimeRequested({ id: page.id(), idleAfterMs: 10 * 60_000 }));
    await pass(0);
    page.dispatch(idleTimeRequested({ id: page.id(), idleAfterMs: 10 * 60_000 }));
    await pass(25 * 60_000);
    expect(page.first()).toMatchObject({ isIdle: true });
    expect(page.ports.recorded.notifications.map(({ text }) => text)).toEqual(['No new file in Scan for 10 minutes.']);
    folder.write(imageName(1), 10);
    await page.scan(3);
    expect(page.first()).toMatchObject({ isIdle: false, arrivals: [{ files: 1 }] });
  });

  it('sets files aside whose uploads the user cancels', async () => {
    const { folder, openFollowing, sent } = createFollowWorld({ putMs: 50_000 });
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    await page.scan(2);
    page.dispatch(cancelRequested());
    await pass(1_000);
    expect(page.setAside()).toEqual([[imageName(1), 'cancelled']]);
    page.fix(imageName(1), { kind: 'upload' });
    await page.scan(3);
    expect(sent()).toEqual([imageName(1)]);
  });

  it('does not set a file aside again whose upload was cancelled after it had changed, and which the user then uploads', async () => {
    const { folder, openFollowing, sent } = createFollowWorld({ putMs: 100_000 });
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    await page.scan(2);
    folder.write(imageName(1), 20);
    await page.scan(2);
    page.dispatch(cancelRequested());
    await pass(1_000);
    expect(page.setAside()).toEqual([[imageName(1), 'cancelled']]);
    page.fix(imageName(1), { kind: 'upload' });
    await page.scan(8);
    expect(sent()).toEqual([imageName(1)]);
    expect(page.setAside()).toEqual([]);
  });

  it('is followed once per destination', async () => {
    const { openFollowing } = createFollowWorld();
    const page = await openFollowing();
    await pass(0);
    page.follow({ folderId: 'folder-2' });
    await pass(0);
    expect(page.store.getState().follows.items).toHaveLength(1);
    expect(page.toasts()).toEqual(['Scan is already followed into TC042. Stop following it first.']);
  });

  it('is no longer followed when the dataset is deleted', async () => {
    const { openFollowing } = createFollowWorld();
    const page = await openFollowing();
    await pass(0);
    page.dispatch(placeDeleted({ path: 'acme/brains/TC042', isPermanent: true }));
    await pass(0);
    expect(page.first()).toBeUndefined();
  });

  it('is scanned by one of several tabs, which the others command', async () => {
    const { folder, open, sent } = createFollowWorld();
    const driver = await open();
    const other = await open();
    other.follow();
    await pass(0);
    folder.write(imageName(1), 10);
    folder.write('a.tif', 10);
    await driver.scan(3);
    expect(sent()).toEqual([imageName(1)]);
    expect(other.queue()).toEqual([]);
    expect(other.first()).toMatchObject({ taken: 1, setAsideCount: 1 });
    other.fix('a.tif', { kind: 'rename', newName: imageName(2) });
    await pass(0);
    await driver.scan();
    expect(sent()).toEqual([imageName(1), imageName(2)]);
    driver.stop();
    await pass(0);
    folder.write(imageName(3), 10);
    await other.scan(3);
    expect(sent()).toEqual([imageName(1), imageName(2), imageName(3)]);
  });

  it('notifies the user in the tab in which they want it, also if another tab scans the folder', async () => {
    const { open } = createFollowWorld();
    const driver = await open();
    const other = await open();
    other.follow();
    other.dispatch(notificationsRequested({ wanted: true }));
    await passUntil(() => other.store.getState().follows.items.some(isIdle));
    expect(driver.ports.recorded.notifications).toEqual([]);
    expect(other.ports.recorded.notifications).toHaveLength(1);
  });

  it('records files before they are queued', async () => {
    const { folder, openFollowing } = createFollowWorld({ putMs: 50_000 });
    const page = await openFollowing();
    folder.write(imageName(1), 10);
    await page.scan(2);
    const stored = await page.ports.records('follow-files').readAll();
    expect(stored?.get(followedFileKey(page.id(), imageName(1)))).toMatchObject({ state: 'taken', size: 10 });
  });
});
