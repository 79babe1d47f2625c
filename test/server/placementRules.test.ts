import fc from 'fast-check';
import { FolderTree, SortedKeys } from '../../server/src/database/files/folderTree';
import {
  arrangeTargets,
  checkFolderCount,
  refuseTaken,
  type Placement,
} from '../../server/src/database/files/placementRules';

/** Returns the folders above a key, as the rule says it: those that contain a file with this key. */
function foldersAbove(key: string): string[] {
  const segments = key.split('/');
  return segments.slice(3).map((_, index) => segments.slice(0, index + 3).join('/'));
}

/** Decides as the rules say it, checking all placements again after every refusal. */
function decideSlowly(moves: readonly Required<Placement>[], files: ReadonlySet<string>): Set<string> {
  const refused = new Set<Required<Placement>>();
  const candidates: Required<Placement>[] = [];
  for (const move of moves) {
    const isFree = candidates.every(
      ({ to }) => to !== move.to && !foldersAbove(to).includes(move.to) && !foldersAbove(move.to).includes(to),
    );
    if (isFree) candidates.push(move);
    else refused.add(move);
  }
  const stays = (key: string): boolean => {
    const mover = moves.find(({ from }) => from === key);
    return files.has(key) && (mover === undefined || refused.has(mover));
  };
  for (let before = -1; before !== refused.size;) {
    before = refused.size;
    for (const move of candidates) {
      const isTaken = [move.to, ...foldersAbove(move.to)].some(stays);
      const isFolder = [...files].some((file) => foldersAbove(file).includes(move.to) && stays(file));
      if (isTaken || isFolder) refused.add(move);
    }
  }
  return new Set([...refused].map(({ from }) => from));
}

function decide(moves: readonly Required<Placement>[], files: ReadonlySet<string>): Set<string> {
  const moved = new Map(moves.map((move) => [move.from, move]));
  const kept = [...files].filter((file) => !moved.has(file));
  const folders = new Set(kept.flatMap(foldersAbove));
  const sources = new SortedKeys(moved.keys());
  const refused = refuseTaken(arrangeTargets(moves), moved, { isFile: (key) => files.has(key), folders, sources });
  return new Set([...refused.keys()].map(({ from }) => from));
}

const segment = fc.constantFrom('a', 'b', 'a!', 'a0');
const key = fc.array(segment, { minLength: 1, maxLength: 4 }).map((path) => `acme/p/${path.join('/')}`);

/** Files none of which is a folder above another. */
const someFiles = fc
  .uniqueArray(key, { maxLength: 8 })
  .map((keys) => new Set(keys.filter((one) => !keys.some((other) => foldersAbove(other).includes(one)))));

test('the placements that depend on each other are refused as if each were checked again after every refusal', () => {
  fc.assert(
    fc.property(someFiles, fc.array(key, { minLength: 8, maxLength: 8 }), (files, targets) => {
      const moves = [...files].map((from, index) => ({ from, to: targets[index] ?? '' }));
      expect(decide(moves, files)).toEqual(decideSlowly(moves, files));
    }),
    { numRuns: 2_000 },
  );
});

/** Renames to the next number, the last one to a name that is taken, so that all of them are refused one after the other. */
function renumber(count: number, folder: string): Required<Placement>[] {
  return Array.from({ length: count }, (_, index) => ({
    from: `${folder}/${String(index)}.tif`,
    to: `${folder}/${String(index + 1)}.tif`,
  }));
}

const deepFolder = (levels: number): string => `acme/p${'/a'.repeat(levels)}`;

test.each([
  [1_000, 1],
  [250, 440],
  [1_000, 440],
])('refusing %i renames in a chain, %i levels deep, looks at each key and folder once', (count, levels) => {
  const moves = renumber(count, deepFolder(levels));
  const moved = new Map(moves.map((move) => [move.from, move]));
  const taken = moves.at(-1)?.to ?? '';
  const isFile = jest.fn((each: string) => moved.has(each) || each === taken);
  const arrangement = arrangeTargets(moves);
  expect(arrangement.folders).toHaveLength(levels);
  const sources = new SortedKeys(moved.keys());
  expect(refuseTaken(arrangement, moved, { isFile, folders: new Set(), sources }).size).toBe(count);
  expect(isFile.mock.calls.length).toBeLessThanOrEqual(count + levels);
});

test('a folder tree visits a folder once, however many keys are below it', () => {
  const visit = jest.fn(() => true);
  const tree = new FolderTree(visit);
  for (const { from } of renumber(1_000, deepFolder(440))) tree.add(from);
  expect(visit).toHaveBeenCalledTimes(440);
  expect(tree.get('acme/p')).toBeUndefined();
  expect(tree.get('acme/p/a')).toBe(true);
});

test('the keys below a folder exclude its neighbours', () => {
  const keys = new SortedKeys(['s/p/a', 's/p/a!', 's/p/a/z', 's/p/a/b/c', 's/p/a0', 's/p/b']);
  expect(keys.below('s/p/a')).toEqual(['s/p/a/b/c', 's/p/a/z']);
  expect(keys.below('s/p/c')).toEqual([]);
});

test('keys in 10,000 folders are accepted, and keys in one more are refused', () => {
  const keys = Array.from({ length: 25 }, (_, index) => `acme/p/${String(index)}${'/a'.repeat(399)}/file`);
  expect(() => checkFolderCount(keys)).not.toThrow();
  expect(() => checkFolderCount([...keys, 'acme/p/one/file'])).toThrow('too many folders');
});
