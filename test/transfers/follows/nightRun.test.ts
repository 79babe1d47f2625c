import { pass, passUntil } from '../../support/virtualTime';
import { createFollowWorld, imageName, SCAN_MS } from './openFollowPage';

/** More files take longer: `FOLLOW_FILES=10000 npx jest nightRun`. */
const FILES = Number(process.env.FOLLOW_FILES ?? 200);
const FILES_PER_BURST = Math.ceil(FILES / 30);
const BURST_MS = 10 * 60_000;

/** Returns random numbers that are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

jest.setTimeout(Math.max(600_000, FILES * 600));

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 2) }));

it('uploads every file of a night exactly once, through growth, renames, partial writes and two reloads', async () => {
  const random = createRandom(7);
  const { folder, open, sent, lastFiles, storage } = createFollowWorld({ putMs: 20 });
  const sizes = new Map<string, number>();

  /** Writes an image as a microscope does: in steps, under another name at first, or with its directory at the end. */
  const writeImage = (section: number): void => {
    const name = imageName(section);
    const start = random(BURST_MS / 2);
    const steps = 1 + random(4);
    const way = random(4);
    let at = start;
    let size = 0;
    for (let step = 1; step <= steps; step += 1) {
      const isLast = step === steps;
      size += 1 + random(50);
      const bytes = size;
      const path = way === 1 ? `${name}.tmp` : way === 2 ? `raw-${String(section)}.tif` : name;
      setTimeout(() => folder.write(path, bytes, isLast || way !== 3 ? undefined : 'truncated'), at);
      // A pause that is longer than the interval of scans only between partial writes, which are not complete images.
      at += way === 3 ? random(3 * SCAN_MS) : random(8_000);
      if (isLast && path !== name) setTimeout(() => folder.rename(path, name), at);
    }
    sizes.set(name, size);
  };

  let page = await open();
  page.follow({ expected: { sections: FILES, channels: [1] } });
  await pass(0);
  const reloads = new Set([10, 20]);
  for (let burst = 0; burst * FILES_PER_BURST < FILES; burst += 1) {
    const first = burst * FILES_PER_BURST + 1;
    for (let section = first; section < first + FILES_PER_BURST && section <= FILES; section += 1) writeImage(section);
    if (reloads.has(burst)) {
      await passUntil(() => page.queue().length > 1);
      page.stop();
      await pass(random(2 * SCAN_MS));
      page = await open();
    }
    await pass(BURST_MS);
  }
  await pass(BURST_MS);

  expect([...sent()].sort()).toEqual([...sizes.keys()].sort());
  expect(lastFiles()).toEqual([sent().at(-1)]);
  expect(page.first()).toMatchObject({ phase: 'following', setAside: [], setAsideCount: 0, taken: FILES });
  expect(page.queue()).toEqual([]);
  expect(storage.operations.filter((one) => one.startsWith('cancel')).length).toBeLessThanOrEqual(2);
  const receipts = await page.ports.records('receipts').readAll();
  const sentSizes = [...(receipts ?? new Map()).values()] as readonly { readonly key: string; readonly size: number }[];
  expect(new Map(sentSizes.map(({ key, size }) => [key.slice(key.lastIndexOf('/') + 1), size]))).toEqual(sizes);
});
