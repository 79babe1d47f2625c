import fc from 'fast-check';
import type { FileMove } from '@data-manager/domain/names/moveBatches';
import { moveAll } from '../../src/api/useFileChanges';
import { createMovingServer } from '../support/movingServer';

const keys = Array.from({ length: 2_600 }, (_, index) => `acme/brains/${String(index)}.tif`);

/** Moves each file by some numbers, within a circle of the first files if `circle` is given. */
function shifted(count: number, by: number, circle = Infinity): readonly FileMove[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 10);
  const target = (number: number) => (circle === Infinity ? number + by : ((number - 10 + by + circle) % circle) + 10);
  return numbers.map((number) => ({ from: keys[number] ?? '', to: keys[target(number)] ?? '' }));
}

async function move(moves: readonly FileMove[], isLocked?: (move: FileMove) => boolean) {
  const server = createMovingServer(
    moves.map(({ from }) => from),
    isLocked,
  );
  const send = (batch: readonly FileMove[]) => {
    const { moved, refused } = server.move(batch);
    return Promise.resolve({
      data: { done: moved, refused: refused.map(({ from, msg }) => ({ key: from, reason: msg })) },
    });
  };
  return { ...server, send, result: await moveAll(moves, send, () => true) };
}

test.each([
  ['a chain of 1,500 files, up,', shifted(1_500, 1)],
  ['a chain of 2,500 files, down,', shifted(2_500, -1)],
  ['a circle of 1,500 files', shifted(1_500, 1, 1_500)],
  ['a circle of 1,500 files, backwards,', shifted(1_500, -1, 1_500)],
  [
    'a rename of 1,000 circles of two files and a single file',
    [...shifted(2_000, 1_000, 2_000), { from: keys[2_100] ?? '', to: 'free' }],
  ],
])('%s is carried out and undone', async (_what, moves) => {
  const { files, batches, send, result } = await move(moves);
  expect(result).toEqual({ done: moves, refused: [] });
  expect(files).toEqual(new Map(moves.map(({ from, to }) => [to, from])));
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
  const back = moves.map(({ from, to }) => ({ from: to, to: from }));
  expect(await moveAll(back, send, () => true)).toEqual({ done: back, refused: [] });
  expect(files).toEqual(new Map(moves.map(({ from }) => [from, from])));
});

test('no file of a rename stays renamed if any name is refused, and only that name is reported', async () => {
  const renames = fc.constantFrom(shifted(1_500, 1), shifted(2_100, -1), shifted(1_500, 1, 1_500));
  await fc.assert(
    fc.asyncProperty(renames, fc.integer({ min: 1, max: 1_499 }), async (moves, index) => {
      const locked = moves[index];
      const { files, result } = await move(moves, ({ from, to }) => from === locked?.from && to === locked.to);
      expect(files).toEqual(new Map(moves.map(({ from }) => [from, from])));
      expect(result.done).toEqual([]);
      expect(result.refused).toHaveLength(1);
    }),
    { numRuns: 8 },
  );
});

test('a rename that is stopped between two requests is undone', async () => {
  const { files, send } = await move([]);
  const moves = shifted(1_500, 1);
  for (const { from } of moves) files.set(from, from);
  expect(await moveAll(moves, send, (done) => done === 0)).toEqual({ done: [], refused: [] });
  expect(files).toEqual(new Map(moves.map(({ from }) => [from, from])));
});

test('a rename that can’t be undone because the server is lost reports the files that stay renamed', async () => {
  const { files, send } = await move([]);
  const moves = shifted(1_500, 1);
  for (const { from } of moves) files.set(from, from);
  const error = { message: 'The server is lost.' };
  let calls = 0;
  const result = await moveAll(
    moves,
    (batch) => ((calls += 1) === 1 ? send(batch) : Promise.resolve({ error })),
    () => true,
  );
  expect(result).toMatchObject({ refused: [], error });
  expect(result.done).toHaveLength(1_000);
  for (const { from, to } of result.done) expect(files.get(to)).toBe(from);
});
