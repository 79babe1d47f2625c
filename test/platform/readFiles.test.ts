import { gatherFound, readFiles, type FoundBatch } from '../../src/platform/readFiles';

/** A file whose size the disk tells after so many milliseconds of the page's own time. */
function slowFile(index: number, milliseconds: number): File {
  const file = new File([], `${index}.tif`);
  const size = () => {
    now += milliseconds;
    return index;
  };
  return Object.defineProperties(file, { webkitRelativePath: { value: '' }, size: { get: size } });
}

let now = 0;
/** When the page's thread came free. */
let breaths: number[] = [];

beforeEach(() => {
  now = 0;
  breaths = [];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const setTimeout = globalThis.setTimeout;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((...args) => {
    breaths.push(now);
    return setTimeout(...args);
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function batchesOf(files: readonly File[]): Promise<readonly FoundBatch[]> {
  const batches: FoundBatch[] = [];
  for await (const batch of readFiles(files)) batches.push(batch);
  return batches;
}

describe('reading chosen files', () => {
  it('hands over every file once, in order, with the size and time that it has then', async () => {
    const files = [new File(['xy'], 'a.tif', { lastModified: 5 }), new File([], 'b.tif', { lastModified: 7 })].map(
      (file, index) => Object.defineProperty(file, 'webkitRelativePath', { value: index === 0 ? 'scan/a.tif' : '' }),
    );
    const { found, unreadable } = await gatherFound(readFiles(files));
    expect(found).toEqual([
      { file: files[0], relativePath: 'scan/a.tif', size: 2, lastModified: 5 },
      { file: files[1], relativePath: '', size: 0, lastModified: 7 },
    ]);
    expect(unreadable).toBe(0);
  });

  it('never stops the page for longer than three frames, though the disk takes seconds', async () => {
    const batches = await batchesOf(Array.from({ length: 5000 }, (_, index) => slowFile(index, 0.5)));
    expect(batches.flatMap(({ found }) => found.map(({ size }) => size))).toEqual(
      Array.from({ length: 5000 }, (_, index) => index),
    );
    const tasks = [0, ...breaths, now].map((end, index, ends) => end - (ends[index - 1] ?? 0));
    expect(Math.max(...tasks)).toBeLessThan(50);
  });

  it('hands over the first files at once, and the others in few batches, since each of them is judged anew', async () => {
    const batches = await batchesOf(Array.from({ length: 5000 }, (_, index) => slowFile(index, 0.5)));
    expect(batches[0]?.found.length).toBeLessThan(100);
    expect(batches.length).toBeLessThan(10);
  });
});
