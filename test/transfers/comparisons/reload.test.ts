import { setImmediate } from 'node:timers/promises';
import type { Ports } from '../../../src/platform/ports';
import {
  cancelRequested,
  compareRequested,
  pauseRequested,
  resumeRequested,
} from '../../../src/transfers/comparisons/comparisonsSlice';
import { createFakeDisk } from '../../support/fakeDisk';
import { createFakeProfile, createMemoryRecords } from '../../support/fakePorts';
import { aContentFile, anEntry, folderOf, hashContent, MIB, openComparisonPage } from './openComparisonPage';

const BLOCK = 8 * MIB;
const requested = { id: 'one', path: 'acme/brains/TC042', rootPath: 'acme/brains/TC042', folderName: 'TC042' };

type Page = Awaited<ReturnType<typeof openComparisonPage>>;

const pages: Page[] = [];

afterEach(() => {
  for (const { stop } of pages.splice(0)) stop();
});

/** A browser with a dataset of five blocks, and a folder with the same files, which the page may read again. */
function aBrowser() {
  const disk = createFakeDisk();
  const listing = [anEntry('a', 'same', 3 * BLOCK, BLOCK), anEntry('b', 'same', 2 * BLOCK, BLOCK)];
  const profile = createFakeProfile();
  const records = createMemoryRecords();
  const browser = {
    disk,
    records,
    files: [aContentFile('a', 'same', 3 * BLOCK), aContentFile('b', 'same', 2 * BLOCK)],
    /** Opens a page whose workers stop responding after a number of blocks. */
    open: async (blocks = Infinity) => {
      const hashed: string[] = [];
      const hashPart: Ports['hashPart'] = (body, signal) => {
        const { content, start } = body as unknown as { readonly content: string; readonly start: number };
        if (hashed.length === blocks) {
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ kind: 'aborted' }));
          });
        }
        hashed.push(`${content.slice(0, 1)}${String(start / BLOCK)}`);
        return Promise.resolve(hashContent(body));
      };
      let now = 0;
      const page = await openComparisonPage({
        listing,
        profile,
        ports: {
          records,
          hashPart,
          // Each block is reported.
          clock: { now: () => now, elapsed: () => (now += 1_000) },
          folders: { ...disk.folders, readFolder: () => folderOf(...browser.files) },
        },
      });
      pages.push(page);
      return { ...page, blocks: hashed };
    },
  };
  return browser;
}

async function storedIn(records: Ports['records'], name: Parameters<Ports['records']>[0]): Promise<number> {
  return (await records(name).readAll())?.size ?? 0;
}

/** Waits until a number of hashed blocks is stored. */
async function untilStored({ records }: ReturnType<typeof aBrowser>, blocks: number): Promise<void> {
  for (;;) {
    const stored = await records('comparison-digests').readAll();
    if ([...(stored ?? new Map<string, unknown>()).values()].flat().length === blocks) return;
    await setImmediate();
  }
}

/** Opens a page that compares the folder, until it has stored a number of blocks and its workers stop responding. */
async function openHashing(browser: ReturnType<typeof aBrowser>, blocks: number) {
  const page = await browser.open(blocks);
  page.dispatch(compareRequested({ ...requested, folderId: 'folder-1' }));
  await page.phase('hashing');
  await untilStored(browser, blocks);
  return page;
}

/** Waits until a number of comparisons is stored. */
async function untilListed({ records }: ReturnType<typeof aBrowser>, comparisons: number): Promise<void> {
  while ((await storedIn(records, 'comparisons')) !== comparisons) await setImmediate();
}

describe('a comparison of a folder that can be opened again', () => {
  it('goes on after a reload, without hashing a block twice', async () => {
    const browser = aBrowser();
    const first = await openHashing(browser, 2);
    expect(first.blocks).toHaveLength(2);
    first.stop();
    const second = await browser.open();
    await second.phase('done');
    expect(second.results()).toEqual({ a: ['identical'], b: ['identical'] });
    expect([...first.blocks, ...second.blocks].sort()).toEqual(['a0', 'a1', 'a2', 'b0', 'b1']);
  });

  it('hashes a file again that has changed meanwhile', async () => {
    const browser = aBrowser();
    const first = await openHashing(browser, 4);
    first.stop();
    browser.files = [aContentFile('a', 'other', 3 * BLOCK, 5), aContentFile('b', 'same', 2 * BLOCK)];
    const second = await browser.open();
    await second.phase('done');
    expect(second.results()).toEqual({ a: ['different', 'content'], b: ['identical'] });
    expect(second.blocks.sort()).toEqual(['a0', 'a1', 'a2', 'b1']);
  });

  it('stays paused after a reload until the user resumes it', async () => {
    const browser = aBrowser();
    const first = await openHashing(browser, 2);
    first.dispatch(pauseRequested({ id: 'one' }));
    await first.phase('paused');
    await setImmediate();
    first.stop();
    const second = await browser.open();
    await second.phase('paused');
    expect(second.first()).toMatchObject({ toHash: 2, bytesToHash: 5 * BLOCK });
    second.dispatch(resumeRequested({ id: 'one' }));
    await second.phase('done');
    expect(second.blocks).toHaveLength(3);
  });

  it('waits for permission if the page may no longer read the folder', async () => {
    const browser = aBrowser();
    const first = await openHashing(browser, 2);
    first.stop();
    browser.disk.fail(() => 'forbidden');
    const second = await browser.open();
    await second.phase('paused');
    expect(second.first()).toMatchObject({ fault: 'forbidden' });
    browser.disk.fail(() => undefined);
    second.dispatch(resumeRequested({ id: 'one' }));
    await second.phase('done');
    expect(second.blocks).toHaveLength(3);
  });

  it('stays with the page that compares it while that is open', async () => {
    const browser = aBrowser();
    const first = await openHashing(browser, 2);
    const second = await browser.open();
    second.choose(folderOf(...browser.files));
    await second.phase('done');
    expect(second.first()).not.toMatchObject({ id: 'one' });
    expect(first.first()).toMatchObject({ id: 'one', phase: 'hashing' });
  });

  it('leaves nothing in the browser’s database once it is cancelled', async () => {
    const browser = aBrowser();
    const page = await browser.open();
    page.dispatch(compareRequested({ ...requested, folderId: 'folder-1' }));
    await page.phase('done');
    await untilListed(browser, 1);
    await untilStored(browser, 5);
    page.dispatch(cancelRequested({ id: 'one' }));
    await untilListed(browser, 0);
    await untilStored(browser, 0);
    await setImmediate();
    expect(browser.disk.released).toEqual(['folder-1']);
  });
});

it('a comparison of chosen files stores nothing of chosen files, since they can’t be opened again', async () => {
  const browser = aBrowser();
  const page = await browser.open();
  page.choose(folderOf(...browser.files));
  await page.phase('done');
  await setImmediate();
  expect(await storedIn(browser.records, 'comparisons')).toBe(0);
  expect(await storedIn(browser.records, 'comparison-digests')).toBe(0);
});
