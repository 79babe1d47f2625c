import fc from 'fast-check';
import { matchSelection, type RechosenFile } from '@data-manager/domain/uploads/matchSelection';
import { anUploadFile } from '../../support/builders';

const NOON = 1_700_000_000_000;

function interrupted(id: string, webkitRelativePath: string, given: Partial<RechosenFile> = {}) {
  const name = webkitRelativePath.split('/').at(-1)!;
  return anUploadFile({ id, name, webkitRelativePath, size: 10, lastModified: NOON, ...given });
}

function chosen(id: string, webkitRelativePath: string, given: Partial<RechosenFile> = {}): RechosenFile {
  const name = webkitRelativePath.split('/').at(-1)!;
  return { id, name, webkitRelativePath, size: 10, lastModified: NOON, ...given };
}

const idsOf = (files: readonly { readonly id: string }[]) => files.map(({ id }) => id);

/** Returns the result of a selection, by ids. */
function match(...[files, candidates]: Parameters<typeof matchSelection>) {
  const { matched, changed, missing, foreign } = matchSelection(files, candidates);
  return {
    matched: matched.map(({ file, candidate }) => [file.id, candidate.id]),
    changed: idsOf(changed),
    missing: idsOf(missing),
    foreign: idsOf(foreign),
  };
}

const NOTHING = { matched: [], changed: [], missing: [], foreign: [] };

describe('matchSelection', () => {
  it.each([
    ['is found by path, size and time', chosen('c', 'TC042/a.tif'), { matched: [['f', 'c']] }],
    ['with another size has changed', chosen('c', 'TC042/a.tif', { size: 11 }), { changed: ['f'] }],
    ['with another time has changed', chosen('c', 'TC042/a.tif', { lastModified: NOON + 1 }), { changed: ['f'] }],
    ['is not one of the same name in another folder', chosen('c', 'TC043/a.tif'), { missing: ['f'], foreign: ['c'] }],
    [
      'is not one of the same name that was chosen alone',
      { ...chosen('c', 'a.tif'), webkitRelativePath: '' },
      { missing: ['f'], foreign: ['c'] },
    ],
  ])('%s', (_fact, candidate, expected) => {
    expect(match([interrupted('f', 'TC042/a.tif')], [candidate])).toEqual({ ...NOTHING, ...expected });
  });

  it('matches a file without a folder by its name', () => {
    const alone = { webkitRelativePath: '' };
    expect(match([interrupted('f', 'a.tif', alone)], [chosen('c', 'a.tif', alone)])).toEqual({
      ...NOTHING,
      matched: [['f', 'c']],
    });
  });

  it('matches paths in different Unicode normalizations', () => {
    const { matched } = matchSelection(
      [interrupted('f', 'Schnitte/Gewebe-ä.tif'.normalize('NFD'))],
      [chosen('c', 'Schnitte/Gewebe-ä.tif'.normalize('NFC'))],
    );
    expect(matched).toHaveLength(1);
  });

  it('does not report a file as changed if another file of the same name matches', () => {
    const one = interrupted('one', 'a.tif', { webkitRelativePath: '', size: 1 });
    const two = interrupted('two', 'a.tif', { webkitRelativePath: '', size: 2 });
    const candidate = chosen('c', 'a.tif', { webkitRelativePath: '', size: 2 });
    expect(match([one, two], [candidate])).toEqual({ ...NOTHING, matched: [['two', 'c']], missing: ['one'] });
  });
});

describe('matchSelection with any selection', () => {
  const path = fc.constantFrom('a/x.tif', 'a/y.tif', 'b/x.tif', 'x.tif');
  const traits = fc.record({ size: fc.integer({ min: 0, max: 2 }), lastModified: fc.constantFrom(NOON, NOON + 1) });
  const some = <Made>(make: (id: string, path: string, given: Partial<RechosenFile>) => Made) =>
    fc
      .array(fc.tuple(path, traits), { maxLength: 8 })
      .map((list) => list.map(([where, given], index) => make(String(index), where, given)));

  it('reports every file once, and matches only files of the same path, size and time', () => {
    fc.assert(
      fc.property(some(interrupted), some(chosen), (files, candidates) => {
        const { matched, changed, missing } = matchSelection(files, candidates);
        const settled = [...matched.map(({ file }) => file), ...changed, ...missing];
        expect(idsOf(settled).sort()).toEqual(idsOf(files).sort());
        for (const { file, candidate } of matched) {
          const { webkitRelativePath, size, lastModified } = file;
          expect(candidate).toMatchObject({ webkitRelativePath, size, lastModified });
        }
      }),
    );
  });

  it('matches all files if the same ones are chosen in any order', () => {
    fc.assert(
      fc.property(
        some(interrupted).chain((files) =>
          fc.tuple(fc.constant(files), fc.shuffledSubarray(files, { minLength: files.length })),
        ),
        ([files, again]) => {
          expect(match(files, again).matched.map(([id]) => id)).toEqual(idsOf(files));
        },
      ),
    );
  });
});
