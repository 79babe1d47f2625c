import { gatherFound, readFiles, type FoundBatch } from '../../../src/platform/reading/readFiles';

/** Returns a file whose size takes this many milliseconds of blocking time to read. */
function slowFile(index: number, milliseconds: number): File {
  const file = new File([], `${index}.tif`);
  const size = () => {
    now += milliseconds;
    return index;
  };
  return Object.defineProperties(file, { webkitRelativePath: { value: '' }, size: { get: size } });
}

let now = 0;
/** The times at which the main thread was idle. */
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

async function batchesOf(files: readonly File[]): Promise<readonly FoundBatch[]> {
  const batches: FoundBatch[] = [];
  for await (const batch of readFiles(files)) batches.push(batch);
  return batches;
}

it('readFiles yields every file once, in order, with its current size and time', async () => {
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

it('readFiles does not block the page for longer than three frames while the disk takes seconds', async () => {
  const batches = await batchesOf(Array.from({ length: 5000 }, (_, index) => slowFile(index, 0.5)));
  expect(batches.flatMap(({ found }) => found.map(({ size }) => size))).toEqual(
    Array.from({ length: 5000 }, (_, index) => index),
  );
  const tasks = [0, ...breaths, now].map((end, index, ends) => end - (ends[index - 1] ?? 0));
  expect(Math.max(...tasks)).toBeLessThan(50);
});

it('readFiles reads nothing in the task of the choice, in which the page renders', async () => {
  const files = [slowFile(0, 20)];
  const choice = batchesOf(files);
  expect(breaths).toEqual([0]);
  expect(now).toBe(0);
  await expect(choice).resolves.toHaveLength(1);
  expect(now).toBe(20);
});

it('readFiles yields the first files immediately and the others in a few batches', async () => {
  const batches = await batchesOf(Array.from({ length: 5000 }, (_, index) => slowFile(index, 0.5)));
  expect(batches[0]?.found.length).toBeLessThan(100);
  expect(batches.length).toBeLessThan(10);
});
