import { followStarted } from '../../../src/transfers/follows/followsSlice';
import { delayRecords } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { createFollowWorld, imageName } from './openFollowPage';

const DATABASE_MS = 20;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2030, 0, 2) });
});

describe('a command', () => {
  it.each([0, 10, 20, 30, 50, 70, 100])(
    'is carried out if it arrives %i ms after the start of the page, while the list is read or not',
    async (milliseconds) => {
      const { folder, open, records, sent } = createFollowWorld();
      const page = await open({ records: delayRecords(records, DATABASE_MS) });
      await pass(milliseconds);
      page.follow();
      folder.write(imageName(1), 10);
      await page.scan(3);
      expect(sent()).toEqual([imageName(1)]);
      page.stop();
    },
  );

  it.each([0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80])(
    'of a follower is carried out once if the driver closes %i ms later',
    async (milliseconds) => {
      const { folder, open, records, sent } = createFollowWorld();
      const slow = { records: delayRecords(records, DATABASE_MS) };
      const driver = await open(slow);
      await pass(10 * DATABASE_MS);
      const follower = await open(slow);
      await pass(10 * DATABASE_MS);
      follower.follow();
      folder.write(imageName(1), 10);
      await pass(milliseconds);
      driver.stop();
      await follower.scan(4);
      expect(sent()).toEqual([imageName(1)]);
      expect(follower.actions.filter(followStarted.match).length).toBeLessThanOrEqual(1);
      expect(follower.first()).toMatchObject({ phase: 'following', taken: 1 });
      follower.stop();
    },
  );

  it('about a file is carried out if it arrives while the tab becomes the driver', async () => {
    const { folder, open, records, sent } = createFollowWorld();
    const slow = { records: delayRecords(records, DATABASE_MS) };
    const driver = await open(slow);
    await pass(10 * DATABASE_MS);
    const other = await open(slow);
    driver.follow();
    folder.write('a.tif', 10);
    await driver.scan(3);
    expect(other.setAside()).toEqual([['a.tif', 'invalid-name']]);
    driver.stop();
    await pass(DATABASE_MS / 2);
    other.fix('a.tif', { kind: 'rename', newName: imageName(2) });
    await other.scan(3);
    expect(sent()).toEqual([imageName(2)]);
    other.stop();
  });
});
