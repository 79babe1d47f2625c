import { FETCH_RANGE_BYTES } from '@data-manager/domain/constants';
import { cancelRequested, pauseRequested } from '../../../src/transfers/fetches/fetchesSlice';
import { aStoredFile, createFakeDisk } from '../../support/fakeDisk';
import { createFakeProfile, createMemoryRecords, delayRecords } from '../../support/fakePorts';
import { pass, passUntil } from '../../support/virtualTime';
import { openFetchPage } from './openFetchPage';

const PATH = 'TC042/a.tif';
const FILE = aStoredFile(`acme/brains/${PATH}`, 1_000);
const LARGE = aStoredFile('acme/brains/TC042/large.tif', 50 * FETCH_RANGE_BYTES);
const DATABASE_MS = 20;

/** Creates a browser profile whose database takes time. */
function createProfile() {
  const disk = createFakeDisk();
  const records = delayRecords(createMemoryRecords(), DATABASE_MS);
  const profile = createFakeProfile();
  return { disk, open: () => openFetchPage({ disk, records, profile }) };
}

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 2) }));

describe('a command', () => {
  it.each([0, 5, 10, 20, 40])(
    'a command to pause is carried out if it is pressed in a tab while the driver closes, %i ms after it has gone',
    async (milliseconds) => {
      const { disk, open } = createProfile();
      const driver = await open();
      await pass(10 * DATABASE_MS);
      const [second, third] = [await open(), await open()];
      driver.start([LARGE]);
      await passUntil(() => third.first()?.phase === 'running');
      await pass(10 * DATABASE_MS);
      driver.stop();
      disk.closePage();
      await pass(milliseconds);
      // No tab drives the fetches before the list is read.
      third.dispatch(pauseRequested({ id: third.first()?.id ?? '' }));
      await pass(1_000);
      expect([second.first()?.phase, third.first()?.phase]).toEqual(['paused', 'paused']);
    },
  );

  it('a command of a tab that closes before it posts is not listed, and the next driver carries it out', async () => {
    const { disk, open } = createProfile();
    const driver = await open();
    const follower = await open();
    await pass(10 * DATABASE_MS);
    driver.start([LARGE]);
    await passUntil(() => driver.first()?.phase === 'running');
    follower.start([FILE]);
    // The files are being stored.
    await pass(DATABASE_MS / 2);
    follower.stop();
    const next = await open();
    const other = await open();
    await pass(10 * DATABASE_MS);
    expect([driver.items().length, next.items().length]).toEqual([1, 1]);
    driver.stop();
    disk.closePage();
    await passUntil(() => next.items().length === 2);
    await pass(10 * DATABASE_MS);
    expect(other.items().map(({ phase }) => phase)).toEqual(['running', 'queued']);
    await passUntil(() => disk.has(PATH, FILE) && next.items().length === 0);
    expect(disk.has(PATH, FILE)).toBe(true);
  });

  it('does not bring back a fetch that is being removed', async () => {
    const { disk, open } = createProfile();
    const driver = await open();
    await pass(10 * DATABASE_MS);
    const follower = await open();
    await pass(10 * DATABASE_MS);
    driver.start([LARGE]);
    await passUntil(() => driver.first()?.phase === 'running');
    await pass(10 * DATABASE_MS);
    const { id = '' } = driver.first() ?? {};
    // The driver reads what the follower has stored while the removal waits until the pause is stored.
    follower.start([FILE]);
    await pass(DATABASE_MS / 4);
    driver.dispatch(pauseRequested({ id }));
    await pass(DATABASE_MS / 4);
    driver.dispatch(cancelRequested({ id }));
    await passUntil(() => disk.has(PATH, FILE));
    await pass(10_000);
    expect(driver.items()).toEqual([]);
    expect(follower.items()).toEqual([]);
  });
});
