import { findMoveCollisions, movesOf } from '../../../src/features/files/fileMoves';

/** Returns the steps that rename files, from their keys to new names. */
function stepsOf(newNames: Readonly<Record<string, string>>) {
  return Object.entries(newNames).map(([id, newName]) => ({ id, oldName: id.split('/').at(-1) ?? '', newName }));
}

const EXISTING = new Set(['p/a.tif', 'p/b.tif', 'p/c.tif', 'p/raw/a.tif']);

describe('findMoveCollisions', () => {
  const collisions = (newNames: Readonly<Record<string, string>>) =>
    Object.fromEntries(findMoveCollisions(stepsOf(newNames), EXISTING));

  it('finds equal new names in a folder, and those of files that keep their names', () => {
    expect(collisions({ 'p/a.tif': 'new.tif', 'p/b.tif': 'new.tif', 'p/raw/a.tif': 'new.tif' })).toEqual({
      'p/a.tif': 'renamed',
      'p/b.tif': 'renamed',
    });
    expect(collisions({ 'p/a.tif': 'c.tif', 'p/raw/a.tif': 'c.tif' })).toEqual({ 'p/a.tif': 'server' });
  });

  it('lets files take the names of files that get others', () => {
    expect(collisions({ 'p/a.tif': 'b.tif', 'p/b.tif': 'a.tif' })).toEqual({});
    expect(collisions({ 'p/a.tif': 'b.tif', 'p/b.tif': 'b.tif' })).toEqual({
      'p/a.tif': 'renamed',
      'p/b.tif': 'renamed',
    });
  });
});

it('movesOf keeps the folders and omits files that keep their names', () => {
  expect(movesOf(stepsOf({ 'p/a.tif': 'a.tif', 'p/raw/a.tif': 'd.tif' }))).toEqual([
    { from: 'p/raw/a.tif', to: 'p/raw/d.tif' },
  ]);
});
