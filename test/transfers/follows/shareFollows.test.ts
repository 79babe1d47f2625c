import { resumeRequested } from '../../../src/transfers/follows/followsSlice';
import { discardRequested } from '../../../src/transfers/interrupted/interruptedSlice';
import { delayRecords } from '../../support/fakePorts';
import { pass, passUntil } from '../../support/virtualTime';
import { bytesOfParts } from '../uploads/fakeStorage';
import { createFollowWorld, imageName } from './openFollowPage';

const DATABASE_MS = 20;

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 2) }));

describe('a command', () => {
  it('a command to follow of a tab that closes before it posts is not listed, and the next driver carries it out', async () => {
    const { folder, open, records, sent } = createFollowWorld();
    const slow = { records: delayRecords(records, DATABASE_MS) };
    const driver = await open(slow);
    const follower = await open(slow);
    await pass(10 * DATABASE_MS);
    follower.follow();
    // The keys on the server are stored, and the follow is being stored.
    await pass(1.5 * DATABASE_MS);
    follower.stop();
    const next = await open(slow);
    const other = await open(slow);
    await pass(10 * DATABASE_MS);
    expect([driver.first(), next.first()]).toEqual([undefined, undefined]);
    folder.write(imageName(1), 10);
    driver.stop();
    await next.scan(4);
    expect(sent()).toEqual([imageName(1)]);
    expect([next.first(), other.first()]).toMatchObject([{ phase: 'following' }, { phase: 'following' }]);
  });

  it('carries out a command about a file that arrives while the tab becomes the driver', async () => {
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
  });
});

it('another tab does not discard an interrupted upload of a followed folder that is being resumed', async () => {
  const { folder, open, openFollowing, storage, sent } = createFollowWorld();
  const page = await openFollowing();
  folder.write(imageName(1), bytesOfParts(8));
  await passUntil(() => storage.operations.includes('PUT 6'));
  page.stop();
  folder.setAccess('forbidden');
  const driver = await open();
  const other = await open();
  const ids = other.store.getState().interrupted.files.map(({ id }) => id);
  expect(ids).toHaveLength(1);
  folder.setAccess('granted');
  driver.dispatch(resumeRequested({ id: driver.id() }));
  // The driver is comparing the content of the file.
  await pass(1);
  other.dispatch(discardRequested({ ids }));
  await driver.scan(3);
  expect(storage.operations.filter((one) => /^(start|cancel|complete)/.test(one))).toEqual([
    `start ${imageName(1)}`,
    `complete ${imageName(1)} up-1`,
  ]);
  expect(sent()).toEqual([imageName(1)]);
});
