import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { ComparisonGroup } from '@data-manager/domain/compare/comparedFiles';
import { hasProgress } from '@data-manager/domain/compare/comparison';
import { omit } from '@data-manager/lib/omit';
import type { Ports } from '../../../src/platform/ports';
import { rememberHandle } from '../../../src/platform/reading/fileRegistry';
import {
  cancelRequested,
  dismissRequested,
  pauseRequested,
  resumeRequested,
} from '../../../src/transfers/comparisons/comparisonsSlice';
import { createFakeDisk } from '../../support/fakeDisk';
import {
  aContentFile,
  anEntry,
  batchOf,
  etagOf,
  hashContent,
  MIB,
  openComparisonPage,
  type ContentBlob,
} from './openComparisonPage';

type Page = Awaited<ReturnType<typeof openComparisonPage>>;

const pages: Page[] = [];

async function open(options: Parameters<typeof openComparisonPage>[0] = {}): Promise<Page> {
  const page = await openComparisonPage(options);
  pages.push(page);
  return page;
}

afterEach(() => {
  for (const { stop } of pages.splice(0)) stop();
});

describe('a comparison', () => {
  it('compares contents regardless of how the files were uploaded and how often it is paused', async () => {
    const file = fc.record({
      size: fc.constantFrom(0, 1, 7 * MIB, 20 * MIB, 100 * MIB, 300 * MIB),
      isEqual: fc.boolean(),
      partSize: fc.constantFrom(undefined, 5 * MIB, 8 * MIB, 64 * MIB, 3 * MIB + 1),
      isListed: fc.boolean(),
    });
    const files = fc.array(file, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(files, fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 3 }), async (contents, stops) => {
        const listing = contents.map(({ size, isEqual, partSize, isListed }, index) => {
          const entry = anEntry(String(index), isEqual ? 'same' : 'other', size, partSize);
          return isListed ? entry : omit(entry, 'partSize');
        });
        const stopAfter = [...stops];
        let left = stopAfter.shift() ?? Number.POSITIVE_INFINITY;
        const page = await open({
          listing,
          ports: {
            hashPart: async (body) => {
              await Promise.resolve();
              left -= 1;
              if (left !== 0) return hashContent(body);
              left = stopAfter.shift() ?? Number.POSITIVE_INFINITY;
              page.dispatch(pauseRequested({ id: page.id() }));
              return { kind: 'aborted' };
            },
          },
        });
        page.choose(batchOf(...contents.map(({ size }, index) => aContentFile(String(index), 'same', size))));
        for (;;) {
          await page.phase('paused', 'done');
          if (page.first()?.phase === 'done') break;
          page.dispatch(resumeRequested({ id: page.id() }));
        }
        const expected = contents.map(({ size, isEqual, partSize, isListed }): ComparisonGroup => {
          const isGuess = partSize !== undefined && !isListed && size > partSize;
          const isUnusual = partSize === 3 * MIB + 1;
          if (isGuess && isUnusual) return 'notComparable';
          if (isEqual) return 'identical';
          return isGuess ? 'notComparable' : 'different';
        });
        const results = page.results();
        for (const [index, group] of expected.entries()) expect(results[index]?.[0]).toBe(group);
        const comparison = page.first();
        if (comparison === undefined || !hasProgress(comparison)) throw new Error('There is no result.');
        expect(comparison.bytesHashed).toBe(comparison.bytesToHash);
        expect(comparison.hashed).toBe(comparison.toHash);
        const counted = Object.entries(comparison.counts).flatMap(([group, count]) =>
          Array.from({ length: count }, () => group),
        );
        expect(counted.sort()).toEqual([...expected].sort());
        page.stop();
      }),
      { numRuns: 60 },
    );
  });

  it('waits for the complete list of the server', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const page = await open({ listing: () => arrived.then(() => ({ json: { files: [] } })) });
    page.choose(batchOf(aContentFile('a', 'same', 1)));
    await page.phase('matching');
    expect(page.hashed).toEqual([]);
    arrive();
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['onlyLocal'] });
  });

  it('tries again if the server could not be listed', async () => {
    let isDown = true;
    const page = await open({
      listing: () => (isDown ? { status: 400, json: { msg: 'The server is busy.' } } : { json: { files: [] } }),
    });
    page.choose(batchOf(aContentFile('a', 'same', 1)));
    await page.phase('failed');
    expect(page.first()).toMatchObject({
      failure: { kind: 'refused', status: 400, message: 'The server is busy.' },
    });
    isDown = false;
    page.dispatch(resumeRequested({ id: page.id() }));
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['onlyLocal'] });
  });

  it.each([
    ['a proxy', { status: 504, text: '<html>Gateway Timeout</html>' }],
    ['a captive portal', { status: 200, text: '<html>Accept the terms</html>' }],
    ['nobody', 'unreachable'],
  ] as const)('waits if %s responds instead of the server', async (_name, answer) => {
    let isDown = true;
    const page = await open({ listing: () => (isDown ? answer : { json: { files: [] } }) });
    page.choose(batchOf(aContentFile('a', 'same', 1)));
    await page.phase('waiting');
    isDown = false;
    page.ports.control.setOnline(true);
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['onlyLocal'] });
  });

  it.each([
    ['unreadable', 'missing', 'gone'],
    ['unreadable', 'changed', 'changed'],
    ['unreadable', 'readable', 'unreadable'],
    ['stalled', 'readable', 'stalled'],
  ] as const)('reports a file that is %s and %s as %s, and compares the others', async (kind, probe, reason) => {
    const page = await open({
      listing: ['bad', 'good'].map((name) => anEntry(name, 'same', 9)),
      ports: {
        hashPart: (body) =>
          Promise.resolve((body as unknown as ContentBlob).content.startsWith('bad') ? { kind } : hashContent(body)),
        probeFile: () => Promise.resolve(probe),
      },
    });
    page.choose(batchOf(aContentFile('bad', 'same', 9), aContentFile('good', 'same', 9)));
    await page.phase('done');
    expect(page.results()).toEqual({ bad: ['notComparable', reason], good: ['identical'] });
    expect(page.first()).toMatchObject({ bytesHashed: 9, bytesToHash: 9 });
  });

  it('reports a file as changed if it has a different size when it is read', async () => {
    const page = await open({
      listing: [anEntry('a', 'same', 9)],
      ports: { hashPart: () => Promise.resolve({ kind: 'hashed', md5: '0', bytes: 8 }) },
    });
    page.choose(batchOf(aContentFile('a', 'same', 9)));
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['notComparable', 'changed'] });
  });

  it('pauses without a verdict if the code that hashes cannot be loaded, and continues later', async () => {
    let isLoaded = false;
    const page = await open({
      listing: [anEntry('a', 'same', 9)],
      ports: {
        hashPart: (body) => Promise.resolve(isLoaded ? hashContent(body) : { kind: 'unavailable' }),
      },
    });
    page.choose(batchOf(aContentFile('a', 'same', 9)));
    await page.phase('paused');
    expect(page.first()).toMatchObject({ fault: 'unavailable' });
    expect(page.work.rowsOf(page.id()).rest).toMatchObject([{ key: 'acme/brains/TC042/a' }]);
    isLoaded = true;
    page.dispatch(resumeRequested({ id: page.id() }));
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['identical'] });
  });

  it('reads nothing twice when it is repeated, but notices files that have changed since', async () => {
    const probe = jest.fn<Promise<'readable' | 'changed'>, []>().mockResolvedValue('readable');
    const page = await open({
      listing: [anEntry('a', 'same', 20 * MIB, 8 * MIB)],
      ports: { probeFile: probe },
    });
    page.choose(batchOf(aContentFile('a', 'same', 20 * MIB)));
    await page.phase('done');
    const read = page.hashed.length;
    page.dispatch(resumeRequested({ id: page.id() }));
    await page.phase('matching');
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['identical'] });
    probe.mockResolvedValue('changed');
    page.dispatch(resumeRequested({ id: page.id() }));
    await page.phase('matching');
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['notComparable', 'changed'] });
    expect(page.hashed).toHaveLength(read);
  });

  it('reads another folder again even if its files have the same names, sizes and times', async () => {
    const page = await open({ listing: [anEntry('a', 'same', 9)] });
    page.choose(batchOf(aContentFile('a', 'same', 9)));
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['identical'] });
    page.choose(batchOf(aContentFile('a', 'damaged', 9)));
    await page.phase('gone', 'reading');
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['different', 'content'] });
    expect(etagOf('a', 'same', 9, undefined)).not.toBe(etagOf('a', 'damaged', 9, undefined));
  });

  it('keeps decisions when the same folder is compared again, but not when another folder is chosen', async () => {
    const page = await open({ listing: [anEntry('a', 'other', 9)] });
    page.choose(batchOf(aContentFile('a', 'same', 9)));
    await page.phase('done');
    page.work.keep(page.id(), ['acme/brains/TC042/a'], true);
    page.work.decideTotal(page.id(), 'acme/brains/TC042', { total: 5, isSet: false });
    page.dispatch(resumeRequested({ id: page.id() }));
    await page.phase('matching');
    await page.phase('done');
    expect(page.work.rowsOf(page.id())).toMatchObject({
      kept: new Set(['acme/brains/TC042/a']),
      totals: new Map([['acme/brains/TC042', { total: 5, isSet: false }]]),
    });
    page.choose(batchOf(aContentFile('a', 'same', 9)));
    await page.phase('gone', 'reading');
    await page.phase('done');
    expect(page.work.rowsOf(page.id())).toMatchObject({ kept: new Set(), totals: new Map() });
  });

  it('that an error has ended is not started again before the user retries it', async () => {
    let calls = 0;
    const page = await open({
      listing: [anEntry('a', 'same', 1)],
      ports: {
        hashPart: (body) => {
          calls += 1;
          if (calls === 1) throw new Error('a bug');
          return Promise.resolve(hashContent(body));
        },
      },
    });
    page.choose(batchOf(aContentFile('a', 'same', 1)));
    await page.phase('failed');
    await setImmediate();
    expect(calls).toBe(1);
    page.dispatch(resumeRequested({ id: page.id() }));
    await page.phase('done');
    expect(page.results()).toEqual({ a: ['identical'] });
  });

  it('releases the handle of a dropped folder if it is cancelled while the handle is stored', async () => {
    const disk = createFakeDisk();
    const file = aContentFile('a', 'same', 1);
    rememberHandle(file, { kind: 'directory', name: 'Disk' } as FileSystemDirectoryHandle);
    const add: Ports['folders']['add'] = (handle) => {
      page.dispatch(cancelRequested({ id: page.id() }));
      return disk.folders.add(handle);
    };
    const page = await open({ ports: { folders: { ...disk.folders, add } } });
    page.choose(batchOf(file));
    await page.phase('reading');
    await page.phase('gone');
    await setImmediate();
    expect(disk.released).toEqual(['folder-1']);
  });

  it('removes a comparison that is cancelled, and keeps the result of one that is dismissed', async () => {
    const page = await open({ listing: () => ({ json: { files: [] } }) });
    page.choose(batchOf(aContentFile('a', 'same', 1)));
    await page.phase('done');
    page.dispatch(dismissRequested({ id: page.id() }));
    expect(page.first()).toMatchObject({ phase: 'done', isDismissed: true });
    expect(page.results()).toEqual({ a: ['onlyLocal'] });
    page.dispatch(cancelRequested({ id: page.id() }));
    await page.phase('gone');
    await setImmediate();
    expect(page.work.hasFiles('chosen-1')).toBe(false);
  });
});
