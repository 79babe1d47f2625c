import fc from 'fast-check';
import { moveBatches, type FileMove } from '@data-manager/domain/names/moveBatches';
import { createMovingServer } from '../../support/movingServer';

/** Renames among a few keys: each file to the next one of a random order, so that chains and circles form. */
const moves = fc
  .tuple(fc.nat(24), fc.nat(24))
  .chain(([files, free]) => {
    const keys = Array.from({ length: files + free }, (_, index) => `file ${String(index)}`);
    const any = fc.shuffledSubarray(keys, { minLength: files, maxLength: files });
    return fc.tuple(any, any);
  })
  .map(([from, to]) => from.map((key, index): FileMove => ({ from: key, to: to[index] ?? '' })));

test('batches of moves never need a key that is taken, for chains and circles of any length', () => {
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 7 }), (wanted, size) => {
      const server = createMovingServer(wanted.map(({ from }) => from));
      for (const batch of moveBatches(wanted, size)) {
        expect(batch.length).toBeLessThanOrEqual(size);
        expect(server.move(batch).refused).toEqual([]);
      }
      expect(server.files).toEqual(new Map(wanted.map(({ from, to }) => [to, from])));
    }),
    { numRuns: 2_000 },
  );
});
