import fc from 'fast-check';
import type { RenameStep } from '../../../src/domain/names/bulkRename';
import { createRowChecker } from '../../../src/features/preflight/checkRows';
import { createRowKeyer, type ChosenRow } from '../../../src/features/preflight/choice';
import { collisionWords, findRenameCollisions } from '../../../src/features/preflight/renameCollisions';

const target = { sponsorId: 'acme', keyPrefix: 'brains/TC042' };

function aRow(id: string, path: string, given: Partial<ChosenRow> = {}): ChosenRow {
  const name = path.split('/').at(-1)!;
  return {
    id,
    file: new File(['x'], name),
    relativePath: path.includes('/') ? path : '',
    size: 1,
    lastModified: 1,
    ...given,
  };
}

function onServer(...names: string[]) {
  return new Map(
    names.map((name) => {
      const key = `acme/brains/TC042/${name}`;
      return [key, { key, size: 1 }];
    }),
  );
}

function collisions(rows: readonly ChosenRow[], newNames: Readonly<Record<string, string>>, taken = onServer()) {
  const steps = Object.entries(newNames).map(([id, newName]): RenameStep => ({ id, oldName: '', newName }));
  return Object.fromEntries(findRenameCollisions(createRowKeyer(target)(rows), steps, target, taken));
}

describe('new names that would collide', () => {
  it('finds two new names that are equal', () => {
    const rows = [aRow('1', 'a.tif'), aRow('2', 'b.tif'), aRow('3', 'c.tif')];
    expect(collisions(rows, { 1: 'new.tif', 2: 'new.tif', 3: 'other.tif' })).toEqual({ 1: 'renamed', 2: 'renamed' });
  });

  it('finds the name of another chosen file, and that which it was given', () => {
    const rows = [aRow('1', 'a.tif'), aRow('2', 'b.tif'), aRow('3', 'c.tif', { newName: 'd.tif' }), aRow('4', 'e.tif')];
    expect(collisions(rows, { 1: 'b.tif', 4: 'd.tif' })).toEqual({ 1: 'chosen', 4: 'chosen' });
  });

  it('finds the name of a file on the server', () => {
    expect(collisions([aRow('1', 'a.tif')], { 1: 'b.tif' }, onServer('b.tif'))).toEqual({ 1: 'server' });
  });

  it('lets files change names with each other, and lets one keep its own', () => {
    const rows = [aRow('1', 'a.tif'), aRow('2', 'b.tif'), aRow('3', 'c.tif')];
    expect(collisions(rows, { 1: 'b.tif', 2: 'a.tif', 3: 'c.tif' })).toEqual({});
  });

  it('lets one name stand in two folders', () => {
    const rows = [aRow('1', 'left/a.tif'), aRow('2', 'right/b.tif')];
    expect(collisions(rows, { 1: 'new.tif', 2: 'new.tif' })).toEqual({});
  });

  it('takes no heed of a file that is skipped', () => {
    const rows = [aRow('1', 'a.tif'), aRow('2', 'b.tif', { decision: 'skip' })];
    expect(collisions(rows, { 1: 'b.tif' }, onServer('b.tif'))).toEqual({ 1: 'server' });
  });

  it('warns of exactly those files that the table would stop once they are renamed, of any choice', () => {
    const names = fc.constantFrom('a.tif', 'b.tif', 'c.tif', 'd.tif');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(names, fc.option(names)), { maxLength: 6 }),
        fc.uniqueArray(names),
        (files, stored) => {
          const rows = files.map(([name], index) => aRow(String(index), name));
          const newNames = Object.fromEntries(
            files.flatMap(([, newName], index) => (newName === null ? [] : [[String(index), newName]])),
          );
          const taken = onServer(...stored);
          const after = rows.map((row) => {
            const newName = newNames[row.id];
            return newName === undefined ? row : { ...row, newName };
          });
          const against = { taken, totals: () => undefined, judgeGaps: () => [] };
          const stopped = createRowChecker()(createRowKeyer(target)(after), against).filter(
            ({ id, kinds }) => id in newNames && (kinds.includes('duplicate') || kinds.includes('undecided')),
          );
          expect(Object.keys(collisions(rows, newNames, taken))).toHaveLength(stopped.length);
          expect(collisions(rows, newNames, taken)).toMatchObject(
            Object.fromEntries(stopped.map(({ id }) => [id, expect.any(String)])),
          );
        },
      ),
    );
  });

  it('counts them in words, each kind by itself', () => {
    expect(
      collisionWords(
        new Map([
          ['1', 'renamed'],
          ['2', 'renamed'],
          ['3', 'server'],
        ]),
      ),
    ).toBe('2 files would share a new name with each other · 1 file would get the name of a file on the server');
  });
});
