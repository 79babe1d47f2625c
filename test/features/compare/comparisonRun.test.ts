import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { ComparisonGroup } from '../../../src/domain/compare/comparedFiles';
import { hasResult, type Comparison } from '../../../src/domain/compare/comparison';
import type { FileEntry } from '../../../src/domain/listing/fileListing';
import { contentBlocks, contentEtag } from '../../../src/domain/transfers/contentCheck';
import { createComparisonRun, type ComparisonRun } from '../../../src/features/compare/comparisonRun';
import { err, ok } from '../../../src/lib/result';
import type { HashPartResult } from '../../../src/platform/ports';
import type { FoundBatch } from '../../../src/platform/readFiles';
import { aListing } from '../../support/builders';

const DATASET = 'acme/brains/TC042';
const MIB = 1024 * 1024;

interface ContentBlob {
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

/** A file without bytes: its blocks are hashed by content, start and end, so it can have any size. */
function aFile(name: string, content: string, size: number): File {
  const slice = (start: number, end: number): ContentBlob => ({ content: `${name}=${content}`, start, end });
  return { name, size, lastModified: 0, slice } as unknown as File;
}

function md5Of({ content, start, end }: ContentBlob): string {
  return createHash('md5').update(`${content}:${start}-${end}`).digest('hex');
}

/** Returns the ETag of a content that was uploaded in parts of this size, or in one piece. */
function etagOf(name: string, content: string, size: number, partSize: number | undefined): string {
  const md5s = contentBlocks(size, partSize ?? Math.max(1, size)).map((block) =>
    md5Of({ content: `${name}=${content}`, ...block }),
  );
  return contentEtag({ isComposite: partSize !== undefined }, md5s);
}

async function* batchOf(...files: readonly File[]): AsyncGenerator<FoundBatch, void> {
  await Promise.resolve();
  yield {
    found: files.map((file) => ({ file, relativePath: '', size: file.size, lastModified: file.lastModified })),
    unreadable: 0,
  };
}

function list(...entries: readonly FileEntry[]) {
  return () => Promise.resolve(ok(aListing(entries)));
}

function aRun(overrides: Partial<Parameters<typeof createComparisonRun>[1]> = {}) {
  const hashed: ContentBlob[] = [];
  const hashPart = jest.fn(async (body: Blob): Promise<HashPartResult> => {
    const block = body as unknown as ContentBlob;
    hashed.push(block);
    await Promise.resolve();
    return { kind: 'hashed', md5: md5Of(block), bytes: block.end - block.start };
  });
  const run = createComparisonRun(DATASET, {
    clock: { now: () => 0 },
    hashPart,
    probeFile: () => Promise.resolve('readable'),
    ...overrides,
  });
  return { run, hashed, hashPart };
}

/** Resolves when the run is in one of the phases. */
function phase(run: ComparisonRun, ...phases: readonly Comparison['phase'][]): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!phases.includes(run.getState().phase)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = run.subscribe(look);
    look();
  });
}

/** Returns the group and the reason of each file by name. */
function resultsOf(run: ComparisonRun): Readonly<Record<string, readonly (string | undefined)[]>> {
  const state = run.getState();
  if (!hasResult(state)) throw new Error('There is no result.');
  return Object.fromEntries(
    Object.values(state.groups).flatMap(({ rows }) =>
      rows.map(({ key, group, reason }) => [
        key.slice(DATASET.length + 1),
        reason === undefined ? [group] : [group, reason],
      ]),
    ),
  );
}

describe('createComparisonRun', () => {
  it('compares contents regardless of how the files were uploaded and how often it is stopped', async () => {
    const file = fc.record({
      size: fc.constantFrom(0, 1, 7 * MIB, 20 * MIB, 100 * MIB, 300 * MIB),
      isEqual: fc.boolean(),
      partSize: fc.constantFrom(undefined, 5 * MIB, 8 * MIB, 64 * MIB, 3 * MIB + 1),
      isListed: fc.boolean(),
    });
    const files = fc.array(file, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(files, fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 3 }), async (contents, stops) => {
        const entries = contents.map(({ size, isEqual, partSize, isListed }, index): FileEntry => ({
          key: `${DATASET}/${index}`,
          size,
          etag: etagOf(String(index), isEqual ? 'same' : 'other', size, partSize),
          ...(isListed && partSize !== undefined && { partSize }),
        }));
        const stopAfter = [...stops];
        let left = stopAfter.shift() ?? Number.POSITIVE_INFINITY;
        const { run, hashed } = aRun({
          hashPart: async (body) => {
            const block = body as unknown as ContentBlob;
            await Promise.resolve();
            left -= 1;
            if (left === 0) {
              left = stopAfter.shift() ?? Number.POSITIVE_INFINITY;
              run.cancel();
              return { kind: 'aborted' };
            }
            hashed.push(block);
            return { kind: 'hashed', md5: md5Of(block), bytes: block.end - block.start };
          },
        });
        run.choose(batchOf(...contents.map(({ size }, index) => aFile(String(index), 'same', size))), list(...entries));
        for (;;) {
          await phase(run, 'stopped', 'done');
          if (run.getState().phase === 'done') break;
          run.compare(list());
        }
        const expected = contents.map(({ size, isEqual, partSize, isListed }): ComparisonGroup => {
          const isGuess = partSize !== undefined && !isListed && size > partSize;
          const isUnusual = partSize === 3 * MIB + 1;
          if (isGuess && isUnusual) return 'notComparable';
          if (isEqual) return 'identical';
          return isGuess ? 'notComparable' : 'different';
        });
        for (const [index, group] of expected.entries()) expect(resultsOf(run)[index]?.[0]).toBe(group);
        const state = run.getState();
        if (!hasResult(state)) return;
        expect(state.bytesHashed).toBe(state.bytesToHash);
        expect(state.hashed).toBe(state.toHash);
      }),
      { numRuns: 100 },
    );
  });

  it('waits for the complete list of the server', async () => {
    const { run, hashPart } = aRun();
    let arrive: (listing: Awaited<ReturnType<ReturnType<typeof list>>>) => void = () => undefined;
    run.choose(batchOf(aFile('a', 'same', 1)), () => new Promise((resolve) => (arrive = resolve)));
    await phase(run, 'matching');
    expect(hashPart).not.toHaveBeenCalled();
    arrive(await list()());
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ a: ['onlyLocal'] });
  });

  it('tries again if the server could not be listed', async () => {
    const { run } = aRun();
    run.choose(batchOf(aFile('a', 'same', 1)), () => Promise.resolve(err('The server is busy.')));
    await phase(run, 'unlisted');
    expect(run.getState()).toMatchObject({ reason: 'The server is busy.' });
    run.compare(list());
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ a: ['onlyLocal'] });
  });

  it.each([
    ['unreadable', 'missing', 'missing'],
    ['unreadable', 'changed', 'changed'],
    ['unreadable', 'readable', 'unreadable'],
    ['stalled', 'readable', 'stalled'],
  ] as const)('reports a file that is %s and %s as %s, and compares the others', async (kind, probe, reason) => {
    const { run } = aRun({
      hashPart: (body) => {
        const block = body as unknown as ContentBlob;
        return Promise.resolve(
          block.content.startsWith('bad') ? { kind } : { kind: 'hashed', md5: md5Of(block), bytes: block.end },
        );
      },
      probeFile: () => Promise.resolve(probe),
    });
    const entries = ['bad', 'good'].map((name) => ({
      key: `${DATASET}/${name}`,
      size: 9,
      etag: etagOf(name, 'same', 9, undefined),
    }));
    run.choose(batchOf(aFile('bad', 'same', 9), aFile('good', 'same', 9)), list(...entries));
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ bad: ['notComparable', reason], good: ['identical'] });
    expect(run.getState()).toMatchObject({ bytesHashed: 9, bytesToHash: 9 });
  });

  it('reports a file as changed if it has a different size when it is read', async () => {
    const { run } = aRun({ hashPart: () => Promise.resolve({ kind: 'hashed', md5: '0', bytes: 8 }) });
    const entry = { key: `${DATASET}/a`, size: 9, etag: etagOf('a', 'same', 9, undefined) };
    run.choose(batchOf(aFile('a', 'same', 9)), list(entry));
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ a: ['notComparable', 'changed'] });
  });

  it('stops without a verdict if the code that hashes cannot be loaded, and continues later', async () => {
    const { run, hashPart } = aRun();
    hashPart.mockResolvedValueOnce({ kind: 'unavailable' });
    const entry = { key: `${DATASET}/a`, size: 9, etag: etagOf('a', 'same', 9, undefined) };
    run.choose(batchOf(aFile('a', 'same', 9)), list(entry));
    await phase(run, 'stopped');
    expect(run.getState()).toMatchObject({ reason: 'unavailable', rest: [{ key: entry.key }] });
    run.compare(list());
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ a: ['identical'] });
  });

  it('reads nothing twice when it is repeated, but notices files that have changed since', async () => {
    const probe = jest.fn<Promise<'readable' | 'changed'>, []>().mockResolvedValue('readable');
    const { run, hashed } = aRun({ probeFile: probe });
    const entry = { key: `${DATASET}/a`, size: 20 * MIB, etag: etagOf('a', 'same', 20 * MIB, 8 * MIB) };
    run.choose(batchOf(aFile('a', 'same', 20 * MIB)), list(entry));
    await phase(run, 'done');
    const read = hashed.length;
    run.compare(list(entry));
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ a: ['identical'] });
    probe.mockResolvedValue('changed');
    run.compare(list(entry));
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ a: ['notComparable', 'changed'] });
    expect(hashed).toHaveLength(read);
  });

  it('reads another folder again even if its files have the same names, sizes and times', async () => {
    const { run } = aRun();
    const entry = { key: `${DATASET}/a`, size: 9, etag: etagOf('a', 'same', 9, undefined) };
    run.choose(batchOf(aFile('a', 'same', 9)), list(entry));
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ a: ['identical'] });
    run.choose(batchOf(aFile('a', 'damaged', 9)), list(entry));
    await phase(run, 'done');
    expect(resultsOf(run)).toEqual({ a: ['different', 'content'] });
  });

  it('returns to the start if it is cancelled before there is a result', async () => {
    const { run } = aRun();
    run.choose(batchOf(aFile('a', 'same', 1)), () => new Promise(() => undefined));
    await phase(run, 'matching');
    run.cancel();
    expect(run.getState()).toEqual({ phase: 'idle' });
  });
});
