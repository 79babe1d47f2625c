import fc from 'fast-check';
import type { RenameStep } from '@data-manager/domain/names/bulkRename';
import { createRowChecker } from '../../../../src/features/preflight/rows/checkRows';
import { findRenameCollisions } from '../../../../src/features/preflight/rows/renameCollisions';
import { createRowKeyer, type ChosenRow } from '../../../../src/features/preflight/rows/rows';
import { collisionSummary } from '../../../../src/widgets/RenamePreview';

const target = { sponsorId: 'acme', keyPrefix: 'brains/TC042' };

function aRow(id: string, path: string, given: Partial<ChosenRow> = {}): ChosenRow {
  const name = path.split('/').at(-1)!;
  return {
    id,
    identity: path,
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

function collisions(rows: readonly ChosenRow[], newNames: Readonly<Record<string, string>>, serverFiles = onServer()) {
  const steps = Object.entries(newNames).map(([id, newName]): RenameStep => ({ id, oldName: '', newName }));
  return Object.fromEntries(findRenameCollisions(createRowKeyer(target)(rows), steps, target, serverFiles));
}

describe('findRenameCollisions', () => {
  it('finds two new names that are equal', () => {
    const rows = [aRow('1', 'a.tif'), aRow('2', 'b.tif'), aRow('3', 'c.tif')];
    expect(collisions(rows, { 1: 'new.tif', 2: 'new.tif', 3: 'other.tif' })).toEqual({ 1: 'renamed', 2: 'renamed' });
  });

  it('finds the original and the new name of another chosen file', () => {
    const rows = [aRow('1', 'a.tif'), aRow('2', 'b.tif'), aRow('3', 'c.tif', { newName: 'd.tif' }), aRow('4', 'e.tif')];
    expect(collisions(rows, { 1: 'b.tif', 4: 'd.tif' })).toEqual({ 1: 'chosen', 4: 'chosen' });
  });

  it('finds the name of a file on the server', () => {
    expect(collisions([aRow('1', 'a.tif')], { 1: 'b.tif' }, onServer('b.tif'))).toEqual({ 1: 'server' });
  });

  it('allows the same name in two folders', () => {
    const rows = [aRow('1', 'left/a.tif'), aRow('2', 'right/b.tif')];
    expect(collisions(rows, { 1: 'new.tif', 2: 'new.tif' })).toEqual({});
  });

  it('collisions ignore files that are left out', () => {
    const rows = [aRow('1', 'a.tif'), aRow('2', 'b.tif', { decision: 'leaveOut' })];
    expect(collisions(rows, { 1: 'b.tif' }, onServer('b.tif'))).toEqual({ 1: 'server' });
  });

  it('finds exactly the files that the row checks would block after the rename', () => {
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
          const serverFiles = onServer(...stored);
          const after = rows.map((row) => {
            const newName = newNames[row.id];
            return newName === undefined ? row : { ...row, newName };
          });
          const against = {
            serverFiles,
            totals: () => undefined,
            markGaps: () => [],
            folders: new Map(),
            serverScans: new Map(),
          };
          const stopped = createRowChecker()(createRowKeyer(target)(after), against).filter(
            ({ id, kinds }) => id in newNames && (kinds.includes('duplicate') || kinds.includes('undecided')),
          );
          expect(Object.keys(collisions(rows, newNames, serverFiles))).toHaveLength(stopped.length);
          expect(collisions(rows, newNames, serverFiles)).toMatchObject(
            Object.fromEntries(stopped.map(({ id }) => [id, expect.any(String)])),
          );
        },
      ),
    );
  });

  it('summarizes collisions by kind', () => {
    expect(
      collisionSummary(
        new Map([
          ['1', 'renamed'],
          ['2', 'renamed'],
          ['3', 'server'],
        ]),
      ),
    ).toBe('2 files would get the same new name · 1 file would get the name of a file on the server');
  });
});
